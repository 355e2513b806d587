import { type AnyValue, attributeText, checkDepth } from './attribute-text.ts';
import type { JsonAttributes } from './json-schema.ts';
import type { Attributes, Labels } from './otlp-model.ts';

export function readAttributes(attributes: JsonAttributes): Labels {
  const pairs = (attributes ?? []).map(({ key, value }): [string, string] => [
    key ?? '',
    attributeText(readValue(value, 0)),
  ]);
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

export function toAttributes(attributes: JsonAttributes): Attributes {
  const labels = readAttributes(attributes);
  const key = Object.entries(labels).flat().join('\0');
  return { key, read: () => labels };
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `AnyValue`; what is none counts as the empty value. */
function readValue(value: unknown, depth: number): AnyValue {
  checkDepth(depth);
  if (!isFields(value)) return null;
  const { stringValue, boolValue, intValue, doubleValue, bytesValue, arrayValue, kvlistValue } = value;
  if (typeof stringValue === 'string') return stringValue;
  if (typeof boolValue === 'boolean') return boolValue;
  if (isNumeral(intValue))
    return typeof intValue === 'string' && /^-?\d{1,20}$/.test(intValue) ? BigInt(intValue) : intValue;
  if (isNumeral(doubleValue)) return Number(doubleValue);
  if (typeof bytesValue === 'string') return Buffer.from(bytesValue, 'base64');
  if (isFields(arrayValue)) return readItems(arrayValue.values).map((each) => readValue(each, depth + 1));
  if (isFields(kvlistValue)) return readMap(readItems(kvlistValue.values), depth + 1);
  return null;
}

const isNumeral = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string';

const readItems = (values: unknown): readonly unknown[] => (Array.isArray(values) ? values : []);

function readMap(pairs: readonly unknown[], depth: number): Map<string, AnyValue> {
  const map = new Map<string, AnyValue>();
  for (const pair of pairs) {
    if (isFields(pair) && typeof pair.key === 'string') map.set(pair.key, readValue(pair.value, depth));
  }
  return map;
}
