import type { Better } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { compareValues, type Difference } from './compare-values.ts';

const nbsp = '\u00a0';

describe('compareValues', () => {
  it.each<[string, number[], number[], Better, Difference]>([
    ['clearly more, more is better', [390, 400, 410], [99, 100, 101], 'higher', 'better'],
    ['clearly more, less is better', [390, 400, 410], [99, 100, 101], 'lower', 'worse'],
    ['clearly less, less is better', [50, 51, 49], [99, 100, 101], 'lower', 'better'],
    ['clearly more, no direction', [390, 400, 410], [99, 100, 101], 'none', 'different'],
    ['drowned in the spread', [90, 110, 100], [95, 105, 104], 'higher', 'no-difference'],
    [
      'certain but below the minimum effect',
      [100.5, 100.51, 100.5],
      [100, 100.01, 100],
      'higher',
      'no-relevant-difference',
    ],
    ['the same without any spread', [5, 5], [5, 5], 'higher', 'no-relevant-difference'],
    ['one replicate', [200], [99, 100, 101], 'higher', 'not-assessable'],
    ['one replicate of the baseline', [200, 201], [100], 'higher', 'not-assessable'],
    ['one replicate and no difference at all', [100], [100], 'higher', 'not-assessable'],
    ['nothing', [], [100, 101], 'higher', 'no-data'],
    ['no baseline', [100, 101], [], 'higher', 'no-data'],
    ['a baseline of zero, and more errors', [5, 6, 5], [0, 0, 0], 'lower', 'worse'],
    ['a baseline of zero, and the same', [0, 0, 0], [0, 0, 0], 'lower', 'no-difference'],
    ['below zero', [-200, -201, -202], [-100, -101, -99], 'higher', 'worse'],
    ['different signs', [-200, -201, -202], [100, 101, 99], 'higher', 'worse'],
  ])('%s', (_name, values, baseline, better, difference) => {
    expect(compareValues(values, baseline, { better, unit: 'ms' }).difference).toBe(difference);
  });

  it('takes a change within the stated minimum effect for none that matters', () => {
    const found = compareValues([103, 103.1, 103.2], [100, 100.1, 99.9], {
      better: 'higher',
      unit: 'ms',
      minimumEffect: 0.05,
    });
    expect(found.difference).toBe('no-relevant-difference');
    expect(found.sentence).toMatch(/: no relevant difference \(less than 5 %\)$/);
    const stricter = { better: 'higher', unit: 'ms', minimumEffect: 0.02 } as const;
    expect(compareValues([103, 103.1, 103.2], [100, 100.1, 99.9], stricter).difference).toBe('better');
  });

  it.each([
    [[390, 400, 410], [99, 100, 101], /^4x \[3\.79, 4\.22\], n=3: better$/],
    [[390, 400], [99, 100, 101], /^3\.95x \[.*\], n=2 against 3: /],
    [[58], [100], `difference of −42${nbsp}%, not assessable at n=1`],
    [[4434.11], [4519.1], `difference of −1.88${nbsp}%, not assessable at n=1`],
    [[150], [100, 100], `difference of +50${nbsp}%, not assessable at n=1 against 2`],
    [[5], [0], `difference of 5${nbsp}ms, not assessable at n=1`],
    [[0], [0], `difference of 0 %, not assessable at n=1`],
    [[5, 5.1], [0, 0], `difference of 5.05${nbsp}ms, n=2: worse`],
    [[], [1], 'no data'],
    [[5], [], `5${nbsp}ms, but the baseline has no data`],
  ])('%j against %j', (values, baseline, sentence) => {
    const better = (values[0] ?? 0) < 20 ? 'lower' : 'higher';
    const said = compareValues(values, baseline, { better, unit: 'ms' }).sentence;
    if (typeof sentence === 'string') expect(said).toBe(sentence);
    else expect(said).toMatch(sentence);
  });
});
