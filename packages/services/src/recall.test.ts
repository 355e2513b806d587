import { expect, it } from 'vitest';
import { Recall } from './recall.ts';

/** Reads `answers` one after the other. */
function reader(...answers: readonly (string | null | Error)[]) {
  let reads = 0;
  return {
    get reads() {
      return reads;
    },
    read: async () => {
      const answer = answers[reads++] ?? null;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

it('reads once for calls at once and soon afterwards, and again half a second later', async () => {
  const source = reader('a', 'b');
  const recall = new Recall<string>();
  const both = [recall.read('key', 1000, source.read), recall.read('key', 1000, source.read)];
  expect(await Promise.all(both)).toEqual(['a', 'a']);
  expect(await recall.read('key', 1499, source.read)).toBe('a');
  expect(source.reads).toBe(1);
  expect(await recall.read('key', 1500, source.read)).toBe('b');
});

it('keeps keys apart, and forgets when told so', async () => {
  const source = reader('a', 'b', 'c');
  const recall = new Recall<string>();
  expect(await recall.read('one', 0, source.read)).toBe('a');
  expect(await recall.read('two', 0, source.read)).toBe('b');
  recall.forgetAll();
  expect(await recall.read('one', 0, source.read)).toBe('c');
});

it('recalls neither what is not there nor what could not be read', async () => {
  const source = reader(null, new Error('away'), 'a');
  const recall = new Recall<string>();
  expect(await recall.read('key', 0, source.read)).toBeNull();
  await expect(recall.read('key', 0, source.read)).rejects.toThrow('away');
  expect(await recall.read('key', 0, source.read)).toBe('a');
});

it('does not grow with the number of keys', async () => {
  const source = reader(...Array.from({ length: 1002 }, (_, index) => String(index)));
  const recall = new Recall<string>();
  for (let key = 0; key < 1001; key++) await recall.read(String(key), 0, source.read);
  expect(await recall.read('0', 0, source.read)).toBe('1001');
});
