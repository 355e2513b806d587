import type { RetentionPass } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { dayProblem, describeProtection, describeRemoval, readRules } from './pass-text.ts';

const none = { runs: 0, bytes: 0 };
const pass = (changes: Partial<RetentionPass> = {}): RetentionPass => ({
  dryRun: true,
  ...{ samples: none, artifacts: none, logs: none, runs: [], affected: 0 },
  ...{ unmeasured: 0, failed: 0, complete: true },
  protected: { runs: 0, pinned: 0, baseline: 0, report: 0 },
  ...changes,
});
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('a pass in words', () => {
  it.each<[Partial<RetentionPass>, string]>([
    [{}, 'Nothing would be removed.'],
    [{ dryRun: false }, 'Nothing was removed.'],
    [{ samples: { runs: 1, bytes: 512 } }, 'Would remove the samples of 1 run (512 B).'],
    [
      { dryRun: false, samples: { runs: 12_000, bytes: 1.2 * 2 ** 30 }, logs: { runs: 3, bytes: 2048 } },
      'Removed the samples of 12 000 runs (1.2 GiB) and the log of 3 runs (2 KiB).',
    ],
    [
      { artifacts: { runs: 2, bytes: 0 }, unmeasured: 2 },
      'Would remove the artifacts of 2 runs (0 B). The size of 2 runs is not known yet and not counted.',
    ],
  ])('%j', (changes, expected) => expect(plain(describeRemoval(pass(changes)))).toBe(expected));

  it.each([
    [{ runs: 0, pinned: 0, baseline: 0, report: 0 }, ''],
    [{ runs: 1, pinned: 1, baseline: 0, report: 0 }, '1 run is protected: 1 pinned.'],
    [
      { runs: 14, pinned: 3, baseline: 6, report: 5 },
      '14 runs are protected: 3 pinned, 6 of a baseline, 5 in reports.',
    ],
  ])('protection %j', (kept, expected) =>
    expect(describeProtection(pass({ protected: kept }))).toBe(expected),
  );
});

describe('the fields of the rules', () => {
  it('are numbers of days, or empty for ever', () => {
    expect(readRules({ samples: ' 30 ', artifacts: '', logs: '36500' })).toEqual({
      samples: { days: 30 },
      artifacts: null,
      logs: { days: 36_500 },
    });
  });

  it.each(['0', '-1', '1.5', '1e3', '36501', 'ten', '999999'])('are not %s', (text) => {
    expect(dayProblem(text)).toContain('expected a whole number of days');
    expect(readRules({ samples: '', artifacts: text, logs: '' })).toBeNull();
  });
});
