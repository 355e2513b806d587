import { describe, expect, it } from 'vitest';
import { comparison } from './fixtures/comparison.ts';
import { draw } from './fixtures/draw.ts';
import { buildForest } from './forest.ts';
import { styleTreatments } from './treatment-style.ts';

function forest(change: Partial<ReturnType<typeof comparison>> = {}) {
  const compared = { ...comparison(), ...change };
  const keys = compared.groups.map(({ key }) => key);
  const labels = new Map(keys.map((key) => [key, key]));
  return buildForest({ comparison: compared, styles: styleTreatments(keys, compared.baseline), labels });
}

describe('buildForest', () => {
  it('has a row for every group but the baseline, with what can be said of it', () => {
    const { table } = forest();
    expect(table.rows.map((row) => row.slice(0, 6))).toEqual([
      ['throughput', 'workers=2', 2, 1.8, 2.2, 3],
      ['throughput', 'workers=4', 3.6, 3.4, 3.8, 3],
      ['p95', 'workers=2', 0.5, null, null, 1],
      ['p95', 'workers=4', null, null, null, 0],
    ]);
  });

  it('draws ratios, intervals and the better side; no data is not zero', () => {
    const { texts } = draw(forest());
    expect(texts).toEqual(
      expect.arrayContaining([
        '3.6x [3.4, 3.8]',
        '0.5x, n=1',
        'no data',
        'higher is better',
        'lower is better',
        '1x',
      ]),
    );
  });

  it('leaves the numbers to the table on a narrow screen', () => {
    expect(draw(forest(), 340).texts).not.toContain('3.6x [3.4, 3.8]');
  });

  it('keeps its room whatever the baseline is called', () => {
    const long = { baseline: 'a-baseline-with-a-name-that-is-wider-than-the-plot-of-any-figure'.repeat(3) };
    const widthOf = (change: Parameters<typeof forest>[0], width: number): number => {
      const { svg } = draw(forest(change), width);
      return Math.max(...[...svg.matchAll(/<path d="M[\d.]+ [\d.]+L([\d.]+) /g)].map(([, x]) => Number(x)));
    };
    expect(widthOf(long, 340)).toBe(widthOf({}, 340));
    expect(widthOf(long, 900)).toBe(widthOf({}, 900));
  });

  it('names rows by measurement when there is one group to compare', () => {
    const { groups } = comparison();
    const { texts } = draw(forest({ groups: groups.slice(0, 2) }));
    expect(texts).toEqual(expect.arrayContaining(['throughput', 'p95']));
    expect(texts).not.toContain('workers=2');
  });

  it('is empty with nothing beside the baseline', () => {
    expect(forest({ groups: comparison().groups.slice(0, 1) }).isEmpty).toBe(true);
  });

  it('shows a label as text, whatever stands in it', () => {
    const key = 'x=<img onerror=alert(1)>';
    const base = comparison();
    const model = forest({
      groups: base.groups.map((group, index) => (index === 1 ? { ...group, key } : group)),
      measurements: base.measurements.map((one) => ({
        ...one,
        cells: one.cells.map((c) => (c.group === 'workers=2' ? { ...c, group: key } : c)),
      })),
    });
    const { svg, texts } = draw(model);
    expect(svg).not.toContain('<img');
    expect(texts.join(' ')).toContain('x=<img');
  });
});
