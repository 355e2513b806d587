import type { SeriesResponse } from '@proofload/contracts';
import { expect, it } from 'vitest';
import { alignSeries, describeLabels } from './align-series.ts';

const response: SeriesResponse = {
  run: 'run00001',
  origin: '2026-01-01T00:00:10.000Z',
  from: '2026-01-01T00:00:10.000Z',
  to: '2026-01-01T00:00:12.000Z',
  stepMs: 1000,
  omitted: 0,
  lines: [
    {
      metric: 'http_req_duration',
      kind: 'distribution',
      unit: 'ms',
      labels: { code: '200' },
      times: [0, 1000],
      columns: { p95: [12, null], count: [3, 0] },
    },
  ],
};

it('begins every run at zero', () => {
  expect(alignSeries([response], 'p95', 'start')).toEqual([
    { run: 'run00001', labels: { code: '200' }, unit: 'ms', times: [0, 1000], values: [12, null] },
  ]);
});

it('or keeps the time of day', () => {
  const start = Date.parse('2026-01-01T00:00:10Z');
  expect(alignSeries([response], 'p95', 'clock')[0]?.times).toEqual([start, start + 1000]);
});

it('or begins at a phase, without the runs that have none of it', () => {
  const starts = new Map([['run00001', Date.parse('2026-01-01T00:00:13Z')]]);
  expect(alignSeries([response, { ...response, run: 'run00002' }], 'p95', 'phase', starts)).toEqual([
    expect.objectContaining({ run: 'run00001', times: [-3000, -2000] }),
  ]);
});

it('leaves out lines without the column', () => {
  expect(alignSeries([response], 'rate', 'start')).toEqual([]);
});

it('says labels', () => {
  expect(describeLabels({ verb: 'GET', code: '200' })).toBe('verb=GET, code=200');
  expect(describeLabels({})).toBe('');
});
