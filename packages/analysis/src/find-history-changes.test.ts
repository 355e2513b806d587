import { describe, expect, it } from 'vitest';
import { findHistoryChanges } from './find-history-changes.ts';

const history = (...values: number[]) => values.map((value, index) => ({ run: `run-${index}`, value }));
const slower = [200, 204, 198, 201, 203, 199, 240, 243, 239, 238, 244, 241];

describe('changes along a history', () => {
  it('name the first run, the size and whether it is for the better', () => {
    const found = findHistoryChanges(history(...slower), { better: 'lower' });
    expect(found).toMatchObject({ n: 12, leftOut: 0, note: null });
    expect(found.changes).toHaveLength(1);
    expect(found.changes[0]).toMatchObject({ run: 'run-6', index: 6, direction: 'worse' });
    expect(found.changes[0]?.ratio).toBeCloseTo(1.2, 2);
    expect(found.changes[0]?.interval?.low).toBeGreaterThan(1.15);
    expect(findHistoryChanges(history(...slower), { better: 'lower' })).toEqual(found);
    expect(findHistoryChanges(history(...slower), { better: 'none' }).changes[0]?.direction).toBe(
      'different',
    );
  });

  it('compare with the stretch before, not with all that was before', () => {
    const back = findHistoryChanges(history(...slower, ...slower.slice(0, 6)), { better: 'lower' });
    expect(back.changes.map(({ run, direction }) => [run, direction])).toEqual([
      ['run-6', 'worse'],
      ['run-12', 'better'],
    ]);
    expect(back.changes[0]?.after).toBeCloseTo(240.8, 1);
    expect(back.changes[1]?.before).toBeCloseTo(240.8, 1);
  });

  it('are not looked for in fewer than ten runs', () => {
    const few = findHistoryChanges(history(...slower.slice(0, 9)), { better: 'lower' });
    expect(few).toMatchObject({ n: 9, changes: [], note: expect.stringContaining('from 10 on') });
  });
});
