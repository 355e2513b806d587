import type { ProtobufReader } from '../protobuf/protobuf-reader.ts';
import { type AnyValue, attributeText, checkDepth } from './attribute-text.ts';
import type { Attributes, Labels } from './otlp-model.ts';

/** Attributes of a message that are left as bytes until somebody asks for them. */
export class AttributeFields implements Attributes {
  readonly #message: ProtobufReader;
  /** Where fields of attributes begin and end, in turns. */
  readonly #places: number[] = [];

  constructor(message: ProtobufReader) {
    this.#message = message;
  }

  /** Passes over the field that the message is at, which began at `start`. */
  add(start: number): void {
    this.#message.skip();
    const end = this.#message.position;
    if (this.#places.at(-1) === start) this.#places[this.#places.length - 1] = end;
    else this.#places.push(start, end);
  }

  get key(): string {
    let key = '';
    for (let at = 0; at < this.#places.length; at += 2)
      key += this.#message.keyOf(this.#places[at] ?? 0, this.#places[at + 1] ?? 0);
    return key;
  }

  read(): Labels {
    const pairs: [string, string][] = [];
    const fields = this.#message.copy();
    for (let at = 0; at < this.#places.length; at += 2) {
      this.#message.between(this.#places[at] ?? 0, this.#places[at + 1] ?? 0, fields);
      while (fields.next()) pairs.push(readAttribute(fields.message(this.#message.copy())));
    }
    return Object.fromEntries(pairs.filter(([name]) => name !== ''));
  }
}

/** `KeyValue`, as a name and a text. */
export function readAttribute(pair: ProtobufReader): [name: string, value: string] {
  const [name, value] = readPair(pair, 0);
  return [name, attributeText(value)];
}

function readPair(pair: ProtobufReader, depth: number): [name: string, value: AnyValue] {
  let [name, value]: [string, AnyValue] = ['', null];
  while (pair.next()) {
    if (pair.field === 1) name = pair.text();
    else if (pair.field === 2) value = readValue(pair.message(pair.copy()), depth);
    else pair.skip();
  }
  return [name, value];
}

function readValue(message: ProtobufReader, depth: number): AnyValue {
  checkDepth(depth);
  let value: AnyValue = null;
  while (message.next()) {
    if (message.field === 1) value = message.text();
    else if (message.field === 2) value = message.uint() !== 0;
    else if (message.field === 3) value = message.bigInt64();
    else if (message.field === 4) value = message.double();
    else if (message.field === 5) value = readList(message.message(message.copy()), depth + 1);
    else if (message.field === 6) value = readMap(message.message(message.copy()), depth + 1);
    else if (message.field === 7) value = message.bytes();
    else message.skip();
  }
  return value;
}

function readList(list: ProtobufReader, depth: number): AnyValue[] {
  const values: AnyValue[] = [];
  while (list.next()) {
    if (list.field === 1) values.push(readValue(list.message(list.copy()), depth));
    else list.skip();
  }
  return values;
}

function readMap(map: ProtobufReader, depth: number): Map<string, AnyValue> {
  const values = new Map<string, AnyValue>();
  while (map.next()) {
    if (map.field === 1) values.set(...readPair(map.message(map.copy()), depth));
    else map.skip();
  }
  return values;
}
