import { malformed } from './malformed.ts';

/** The value of an attribute, as both encodings give it; null is the empty value. */
export type AnyValue =
  | string
  | boolean
  | number
  | bigint
  | Uint8Array
  | readonly AnyValue[]
  | ReadonlyMap<string, AnyValue>
  | null;

const maxDepth = 16;

/** Throws `invalid` when values lie deeper within one another than anything that means something. */
export function checkDepth(depth: number): void {
  if (depth > maxDepth) throw malformed(`an attribute is nested deeper than ${maxDepth} levels`);
}

/**
 * An attribute's value as the value of a label: text as it is, bytes as base64, lists and maps as JSON.
 * Source: OpenTelemetry specification, "Attribute type mapping to text".
 */
export function attributeText(value: AnyValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return typeof value === 'object' ? jsonText(value) : String(value);
}

function jsonText(value: AnyValue): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : `"${value}"`;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Uint8Array) return JSON.stringify(attributeText(value));
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  return `{${[...value].map(([name, each]) => `${JSON.stringify(name)}:${jsonText(each)}`).join(',')}}`;
}

const isList = (value: object): value is readonly AnyValue[] => Array.isArray(value);
