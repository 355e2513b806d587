import { expect, it } from 'vitest';
import { recordRun, startMs } from './fixtures/recorded-run.ts';
import { rememberReads } from './remember-reads.ts';

it('asks once which series there are, and remembers no points', async () => {
  const data = recordRun([
    { series: 'depth{shard="1"}', kind: 'gauge', samples: [[0, 1]] },
    { series: 'depth{shard="2"}', kind: 'gauge', samples: [[1000, 2]] },
  ]);
  const asked: string[] = [];
  const remembered = rememberReads({
    listSeries: (selector) => {
      asked.push(selector.metric);
      return data.listSeries(selector);
    },
    readPoints: (series, fromMs, toMs) => {
      asked.push(`${series.length} series`);
      return data.readPoints(series, fromMs, toMs);
    },
    readSpans: () => {
      asked.push('spans');
      return data.readSpans();
    },
  });
  const selector = { metric: 'depth', matchers: [] };
  const series = await remembered.listSeries(selector);
  expect(await remembered.listSeries({ ...selector })).toBe(series);
  const all = await remembered.readPoints(series, startMs, startMs + 5000);
  const first = await remembered.readPoints(series.slice(0, 1), startMs, startMs + 5000);
  expect([all.size, first.size]).toEqual([2, 1]);
  expect(await remembered.readSpans()).toBe(await remembered.readSpans());
  expect(asked).toEqual(['depth', '2 series', '1 series', 'spans']);
});
