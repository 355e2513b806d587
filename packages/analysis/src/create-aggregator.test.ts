import { createRandom, requireDefinition } from '@proofload/domain';
import { type Points, type SeriesKind, slicePoints } from '@proofload/series';
import { describe, expect, it } from 'vitest';
import { createAggregator } from './create-aggregator.ts';
import { evaluateRun } from './evaluate-run.ts';
import { type RecordedSeries, recordRun, startMs } from './fixtures/recorded-run.ts';
import { makeRange } from './time-range.ts';

const aggregates: Record<SeriesKind, readonly string[]> = {
  delta: ['count', 'sum', 'increase', 'rate', 'p95'],
  ratio: ['share', 'count', 'sum', 'rate', 'max'],
  distribution: ['count', 'sum', 'rate', 'avg', 'min', 'max', 'p50', 'p99.9', 'share'],
  gauge: ['avg', 'min', 'max', 'last', 'sum', 'count', 'p95', 'rate'],
  cumulative: ['increase', 'rate', 'count', 'last', 'p50'],
};
const kinds = Object.keys(aggregates) as SeriesKind[];
const seconds = 4000;

/** Three series a kind over more than an hour, more than is read at a time. */
const random = createRandom(7);
const recorded = kinds.flatMap((kind): RecordedSeries[] =>
  ['a', 'b', 'c'].map((pod) => {
    let level = 0;
    const samples = Array.from({ length: seconds * 2 }, (_, at): [number, number] => {
      level = kind === 'cumulative' && random() > 0.001 ? level + random() : random() * 90;
      return [at * 500 + 250, kind === 'ratio' ? Number(level > 20) : level];
    });
    return { series: `${kind}_metric{pod="${pod}"}`, kind, samples };
  }),
);
const data = recordRun(recorded);
const facts = {
  startedAtMs: startMs,
  finishedAtMs: startMs + seconds * 1000,
  phases: [{ name: 'load', startMs, endMs: startMs + seconds * 1000 }],
  outcome: 'completed',
} as const;

async function readAll(kind: SeriesKind): Promise<[number, Points][]> {
  const series = await data.listSeries({ metric: `${kind}_metric`, matchers: [] });
  return [...(await data.readPoints(series, 0, 1e14))];
}

describe.each(kinds.map((kind) => [kind] as const))('aggregates of a %s', (kind) => {
  it.each([true, false])(
    'are those of all points at once, to the last bit (spread: %s)',
    async (hasSpread) => {
      const read = await readAll(kind);
      const range = makeRange(startMs + 17_300, startMs + 3_456_700, { start: true, end: false });
      const aggregation = { kind, range, aggregates: aggregates[kind], hasSpread };
      const [whole, parts] = [createAggregator(aggregation), createAggregator(aggregation)];
      for (const [seriesId, points] of read) {
        whole.add(seriesId, points);
        for (let fromMs = startMs; fromMs < startMs + seconds * 1000; ) {
          const toMs = fromMs + 1000 * (1 + Math.floor(random() * 900));
          parts.add(seriesId, slicePoints(points, fromMs, toMs));
          fromMs = toMs;
        }
      }
      for (const aggregate of aggregates[kind]) {
        expect(parts.result(aggregate), aggregate).toEqual(whole.result(aggregate));
      }
    },
  );
});

const measured = kinds.flatMap((kind) =>
  aggregates[kind].flatMap((aggregate) =>
    (kind === 'ratio' && aggregate === 'max') || (kind === 'delta' && aggregate === 'p95')
      ? []
      : [{ name: `${kind}_${aggregate.replace('.', '_')}`, metric: `${kind}_metric`, aggregate }],
  ),
);

const define = (over: string) =>
  requireDefinition(`apiVersion: proofload/v1
kind: Experiment
metadata: {name: x}
spec:
  objective: x
  workload: {executor: external}
  windows: {load: {phase: load}}
  measurements:
${measured.map(({ name, metric, aggregate }) => `    ${name}: {metric: ${metric}, aggregate: ${aggregate}${over}}`).join('\n')}
  slos:
    - {name: median, measurement: distribution_p50, objective: "< 1"}
    - {name: level, measurement: gauge_avg, objective: "< 45"}
`).definition;

it('gives the same for a window over all of a run as for the run, and reads each point once', async () => {
  const stretches: string[] = [];
  const counted = {
    ...data,
    readPoints: (...[series, fromMs, toMs]: Parameters<typeof data.readPoints>) => {
      for (const { seriesId } of series) stretches.push(`${seriesId} ${fromMs}`);
      return data.readPoints(series, fromMs, toMs);
    },
  };
  const whole = await evaluateRun(define(''), facts, data);
  const windowed = await evaluateRun(define(', over: load'), facts, counted);
  expect(new Set(stretches).size, 'measurements of one metric share what is read').toBe(stretches.length);
  expect(stretches.length, 'long series are read in parts').toBeGreaterThan(15);
  for (const { name, aggregate } of measured) {
    const [one, other] = [whole.measurements[name], windowed.measurements[name]];
    if (aggregate === 'rate' && one?.value != null) {
      // The whole run counts from its first sample to its last, a phase from its start to its end.
      expect(other?.value).toBeCloseTo(one.value, 1);
      continue;
    }
    expect([other?.samples, other?.note], name).toEqual([one?.samples, one?.note]);
    if (one?.value == null) expect(other?.value, name).toBeNull();
    else expect(Math.abs((other?.value ?? 0) / one.value - 1), name).toBeLessThan(1e-12);
  }
  for (const [index, slo] of windowed.slos.entries()) {
    expect(slo.met).toBe(false);
    expect(slo.breaches.length).toBeGreaterThan(0);
    expect(slo.breaches.length).toBe(whole.slos[index]?.breaches.length);
  }
});
