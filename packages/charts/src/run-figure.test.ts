import type { SeriesLine, SeriesResponse } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { draw } from './fixtures/draw.ts';
import { buildRunFigure } from './run-figure.ts';

const line = (labels: Record<string, string>, columns: SeriesLine['columns']): SeriesLine => ({
  metric: 'depth',
  kind: 'gauge',
  unit: null,
  labels,
  times: (columns.mean ?? []).map((_, index) => index * 10_000),
  columns,
});

const build = (lines: SeriesLine[], given: Partial<SeriesResponse> = {}) =>
  buildRunFigure({
    metric: 'depth',
    response: {
      run: 'run12345',
      origin: '2026-11-21T09:00:00Z',
      from: '2026-11-21T09:00:00Z',
      to: '2026-11-21T09:01:00Z',
      stepMs: 10_000,
      lines,
      omitted: 0,
      ...given,
    },
    columns: ['mean'],
    run: { phases: [], slos: [] },
    limitSource: null,
    isLog: false,
  });

const wide = { mean: [5, null, 6], min: [-40, null, 2], max: [90, null, 7] };

describe('the band between extremes', () => {
  it('is drawn for an only line, with its numbers in the table', () => {
    const model = build([line({ shard: '1' }, wide)]);
    expect(model.notes).toEqual(['Band: least to greatest within 10\u00a0s']);
    expect(model.table.columns.map(({ name }) => name)).toEqual([
      'Time since the start',
      'shard=1',
      'shard=1 least',
      'shard=1 greatest',
    ]);
    expect(model.table.rows).toEqual([
      [0, 5, -40, 90],
      [10, null, null, null],
      [20, 6, 2, 7],
    ]);
    // The axis reaches to the extremes, below zero too.
    expect(draw(model).texts).toEqual(expect.arrayContaining(['−60', '90']));
  });

  it('is left out where it would say nothing or hide other lines', () => {
    const flat = { mean: [5, 6], min: [5, 6], max: [5, 6] };
    for (const model of [
      build([line({}, flat)]),
      build([line({ shard: '1' }, wide), line({ shard: '2' }, wide)]),
    ]) {
      expect(model.notes.filter((note) => note.startsWith('Band'))).toEqual([]);
    }
  });
});

it('names lines by the labels that tell them apart, and says the others once', () => {
  const model = build(
    [
      line({ job: 'node', shard: '1' }, { mean: [1] }),
      line({ job: 'node', shard: '2', zone: 'a' }, { mean: [2] }),
    ],
    { omitted: 7 },
  );
  expect(model.legend.map(({ name }) => name)).toEqual(['shard=1', 'shard=2, zone=a']);
  expect(model.notes).toEqual(['All lines: job=node', 'The 2 largest series are drawn; 7 more are left out']);
});

it('draws what was marked in the run: phases as bands with their names, notes as lines', () => {
  const model = buildRunFigure({
    metric: 'depth',
    response: {
      run: 'run12345',
      origin: '2026-11-21T09:00:00Z',
      from: '2026-11-21T09:00:00Z',
      to: '2026-11-21T09:01:00Z',
      stepMs: 10_000,
      lines: [line({}, { mean: [5, 6, 7] })],
      omitted: 0,
    },
    columns: ['mean'],
    run: {
      phases: [{ name: 'peak', from: '2026-11-21T09:00:10Z', to: null }],
      slos: [],
      annotations: [
        {
          id: 'note1234',
          at: '2026-11-21T09:00:05Z',
          text: 'a deployment of the new controller',
          labels: {},
        },
      ],
    },
    limitSource: null,
    isLog: false,
  });
  expect(draw(model).texts).toEqual(expect.arrayContaining(['peak', 'a deployment of the new con…']));
});
