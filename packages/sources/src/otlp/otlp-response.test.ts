import { expect, it } from 'vitest';
import { ProtobufReader } from '../protobuf/protobuf-reader.ts';
import { encodeOtlpResponse } from './otlp-response.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const none = { rejectedPoints: 0, message: '' };
const some = { rejectedPoints: 300, message: 'größe: no' };

it('says nothing when all was accepted', () => {
  expect(text(encodeOtlpResponse(none, 'json'))).toBe('{}');
  expect(encodeOtlpResponse(none, 'protobuf')).toHaveLength(0);
});

it('says in JSON how many points were refused, and why', () => {
  expect(JSON.parse(text(encodeOtlpResponse(some, 'json')))).toEqual({
    partialSuccess: { rejectedDataPoints: '300', errorMessage: 'größe: no' },
  });
});

it('says the same in protobuf', () => {
  const response = new ProtobufReader('a response').open(encodeOtlpResponse(some, 'protobuf'));
  expect([response.next(), response.field]).toEqual([true, 1]);
  const partial = response.message(response.copy());
  expect([partial.next(), partial.field, partial.int64()]).toEqual([true, 1, 300]);
  expect([partial.next(), partial.field, partial.text()]).toEqual([true, 2, 'größe: no']);
  expect([partial.next(), response.next()]).toEqual([false, false]);
});
