import { createRandom } from '@proofload/domain';
import { compressSnappy } from '@proofload/testkit/snappy';
import { expect, it } from 'vitest';
import { SnappyDecoder } from './snappy.ts';

const maxBytes = 8 * 1024 * 1024;

it('gives back what was compressed, small after large, with copies of every length and distance', () => {
  const random = createRandom(11);
  const decoder = new SnappyDecoder();
  for (const length of [0, 1, 3, 59, 60, 61, 255, 300, 70_000, 400_000, 5_000_000, 20, 200_000, 300]) {
    const content = Buffer.alloc(length);
    for (let at = 0; at < length; ) {
      const size = Math.min(length - at, 1 + Math.floor(random() * 150));
      const back = 1 + Math.floor(random() * Math.min(at, random() < 0.5 ? 12 : 70_000));
      for (const end = at + size; at < end; at++)
        content[at] = back < at && size % 3 !== 0 ? (content[at - back] ?? 0) : Math.floor(random() * 256);
    }
    const decoded = decoder.decode(compressSnappy(content), maxBytes);
    expect(decoded.length).toBe(length);
    expect(content.equals(decoded)).toBe(true);
  }
});

it('leaves nothing of the content before in one that is refused or shorter', () => {
  const decoder = new SnappyDecoder();
  decoder.decode(compressSnappy(Buffer.from('something long that was here before')), maxBytes);
  expect(() => decoder.decode(Uint8Array.of(8, 0x01, 0x08), maxBytes)).toThrow(/a copy begins outside/);
  expect([...decoder.decode(Uint8Array.of(1, 0x00, 0x61), maxBytes)]).toEqual([0x61]);
});
