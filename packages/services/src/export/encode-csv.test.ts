import { Sketch } from '@proofload/series';
import { describe, expect, it } from 'vitest';
import { csvHeader, encodeCsv } from './encode-csv.ts';
import { exportedSeries } from './fixtures/exported-series.ts';

const atMs = Date.parse('2026-11-21T05:56:42.000Z');

describe('encodeCsv', () => {
  it('has a header that names the fields', () => {
    expect(csvHeader).toBe('metric,labels,kind,unit,origin,time,field,value\r\n');
  });

  it('gives sum and count of a counter', () => {
    const points = { kind: 'delta' as const, times: [atMs, atMs + 1000], sums: [3, 0.5], counts: [3, 1] };
    const series = exportedSeries({ metric: 'data_sent', kind: 'delta', unit: 'bytes' });
    const prefix = 'data_sent,{},delta,bytes,k6:default,2026-11-21T05:56';
    expect([...encodeCsv(series, points)]).toEqual([
      `${prefix}:42.000Z,sum,3\r\n`,
      `${prefix}:42.000Z,count,3\r\n`,
      `${prefix}:43.000Z,sum,0.5\r\n`,
      `${prefix}:43.000Z,count,1\r\n`,
    ]);
  });

  it('gives hits and total of a share', () => {
    const points = { kind: 'ratio' as const, times: [atMs], hits: [1], totals: [4] };
    const lines = [...encodeCsv(exportedSeries({ kind: 'ratio' }), points)];
    expect(lines.map((line) => line.split('.000Z,')[1])).toEqual(['hits,1\r\n', 'total,4\r\n']);
  });

  it('gives count, sum, extremes and percentiles of a trend', () => {
    const sketch = new Sketch();
    for (let value = 1; value <= 100; value++) sketch.add(value);
    const points = { kind: 'distribution' as const, times: [atMs], sketches: [sketch] };
    const lines = [...encodeCsv(exportedSeries({ kind: 'distribution', unit: 'ms' }), points)];
    const values = lines.map((line) => line.trim().split(',').slice(-2));
    expect(values.map(([field]) => field)).toEqual([
      'count',
      'sum',
      'min',
      'max',
      'p50',
      'p90',
      'p95',
      'p99',
    ]);
    expect(values.slice(0, 4).map(([, value]) => value)).toEqual(['100', '5050', '1', '100']);
    expect(Number(values[6]?.[1])).toBeCloseTo(95, 0);
  });

  it('gives levels with their milliseconds, also those that are no number', () => {
    const points = {
      kind: 'gauge' as const,
      times: [atMs + 7, atMs + 8, atMs + 9, atMs + 10],
      values: [-1.5e-9, Number.NaN, Infinity, -Infinity],
    };
    const lines = [...encodeCsv(exportedSeries({ kind: 'gauge' }), points)];
    expect(lines.map((line) => line.trim().split('2026-11-21T05:56:')[1])).toEqual([
      '42.007Z,value,-1.5e-9',
      '42.008Z,value,NaN',
      '42.009Z,value,Infinity',
      '42.010Z,value,-Infinity',
    ]);
  });

  it('quotes what holds commas, quotes or line breaks', () => {
    const series = exportedSeries({
      metric: 'a "b", c',
      kind: 'cumulative',
      labels: { url: 'http://x/?a=1,2\n', name: 'ü' },
      origin: 'k6:\r',
    });
    const points = { kind: 'cumulative' as const, times: [atMs], values: [1] };
    const labels = String.raw`"{""name"":""ü"",""url"":""http://x/?a=1,2\n""}"`;
    expect([...encodeCsv(series, points)]).toEqual([
      `"a ""b"", c",${labels},cumulative,,"k6:\r",2026-11-21T05:56:42.000Z,value,1\r\n`,
    ]);
  });
});
