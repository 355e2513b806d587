import { expect, it } from 'vitest';
import { Prisma } from '../generated/client.ts';
import {
  allRuns,
  complement,
  type FoundKeys,
  findCandidates,
  intersect,
  noRuns,
  positiveLeaves,
  type RunLeaf,
  unite,
} from './run-set.ts';

const leaf = (): RunLeaf => ({
  kind: 'leaf',
  select: Prisma.sql`SELECT`,
  test: Prisma.sql`true`,
  readsRun: false,
});
const [a, b, c] = [leaf(), leaf(), leaf()];

it('leaves out what changes nothing', () => {
  expect(intersect([a, allRuns])).toBe(a);
  expect(intersect([a, noRuns, b])).toBe(noRuns);
  expect(intersect([])).toBe(allRuns);
  expect(unite([noRuns, a])).toBe(a);
  expect(unite([a, allRuns])).toBe(allRuns);
  expect(unite([])).toBe(noRuns);
  expect(complement(complement(a))).toBe(a);
  expect(complement(noRuns)).toBe(allRuns);
});

it('joins what is nested alike', () => {
  expect(intersect([a, intersect([b, c])])).toEqual({ kind: 'and', parts: [a, b, c] });
  expect(unite([unite([a, b]), c])).toEqual({ kind: 'or', parts: [a, b, c] });
});

it('unites no set that is nearly everything, and finds what is in none of several one by one', () => {
  const none = (part: RunLeaf) => ({ kind: 'not', part });
  expect(complement(unite([a, b]))).toEqual({ kind: 'and', parts: [none(a), none(b)] });
  expect(unite([a, complement(b)])).toEqual({ kind: 'not', part: { kind: 'and', parts: [none(a), b] } });
  expect(positiveLeaves(intersect([a, complement(unite([b, c]))]))).toEqual([a]);
});

it('finds few runs among which all of a set are', () => {
  const keys = (size: number): FoundKeys => ({ arrays: [`{${size}}`], size });
  const known = new Map([
    [a, keys(5)],
    [b, keys(3)],
  ]);
  expect(findCandidates(intersect([a, b, c]), known)).toEqual(keys(3));
  expect(findCandidates(unite([a, b]), known)).toEqual({ arrays: ['{5}', '{3}'], size: 8 });
  expect(findCandidates(unite([a, c]), known)).toBeNull();
  expect(findCandidates(complement(a), known)).toBeNull();
  expect(findCandidates(noRuns, known)).toEqual({ arrays: [], size: 0 });
});
