import type { Measurement, SloResult } from '@proofload/contracts';
import {
  convertUnit,
  type ExperimentDefinition,
  type MeasurementDefinition,
  type ReportedValue,
  type RunOutcome,
  type SloDefinition,
  type Verdict,
  wholeRunWindow,
} from '@proofload/domain';
import { evaluateSlo, type Measured } from './evaluate-slo.ts';
import { type PreparedMetric, prepareMetric } from './measure-metric.ts';
import { readMeters } from './meter.ts';
import { type OpenedFor, type OpenMetric, openMetric } from './open-metric.ts';
import { rememberReads } from './remember-reads.ts';
import { findReported, takeReported } from './reported.ts';
import { type ResolvedWindow, type RunFacts, resolveWindows } from './resolve-window.ts';
import type { RunData } from './run-data.ts';
import type { TimeRange } from './time-range.ts';
import { toInstant } from './to-instant.ts';

export interface RunEvaluation {
  measurements: Record<string, Measurement>;
  slos: SloResult[];
  verdict: Verdict;
  /** What could not be measured or judged, and why. */
  notes: string[];
}

type Definition = Pick<ExperimentDefinition, 'windows' | 'measurements' | 'slos'>;

/**
 * Everything that follows from a run's data: measurements over their windows, objectives with their breaches, the
 * verdict. The worker and every later re-evaluation call this and nothing else. Repeatable: the same data give the same result.
 */
export async function evaluateRun(
  definition: Definition,
  facts: RunFacts,
  stored: RunData,
): Promise<RunEvaluation> {
  const data = rememberReads(stored);
  const windows = await resolveWindows(definition, facts, data);
  const results = await measureAll(definition, { windows, reported: facts.reported ?? {} }, data);
  const defined = Object.keys(definition.measurements).flatMap((name): [string, Measurement][] => {
    const found = results.measurements.get(name);
    return found ? [[name, found]] : [];
  });
  const entries = [...defined, ...measureUndefined(definition, facts)];
  const slos = definition.slos.map((slo) => results.slos.get(slo) ?? evaluateSlo(slo, undefined));
  return {
    measurements: Object.fromEntries(entries),
    slos,
    verdict: judgeObjectives(slos, facts.outcome),
    notes: [
      ...entries.flatMap(([name, { note }]) => (note === null ? [] : [`${name}: ${note}`])),
      ...slos.flatMap(({ name, note }) => (note === null ? [] : [`${name}: ${note}`])),
    ],
  };
}

/**
 * `fail` when one did not hold, `inconclusive` when one could not be evaluated or the run did not complete, `none`
 * without any.
 */
function judgeObjectives(slos: readonly Pick<SloResult, 'met'>[], outcome: RunOutcome | null): Verdict {
  if (slos.length === 0) return 'none';
  if (slos.some(({ met }) => met === false)) return 'fail';
  const isWhole = outcome === null || outcome === 'completed';
  return isWhole && slos.every(({ met }) => met === true) ? 'pass' : 'inconclusive';
}

/** What was reported without the definition asking for it is shown as it is. */
function measureUndefined(
  { measurements }: Definition,
  { reported = {} }: RunFacts,
): [string, Measurement][] {
  return Object.entries(reported)
    .filter(([name]) => !Object.hasOwn(measurements, name))
    .map(([name, value]) => [name, takeReported(value, { unit: value.unit, better: 'none' })]);
}

interface Results {
  measurements: Map<string, Measurement>;
  slos: Map<SloDefinition, SloResult>;
}

/** What is known before any sample is read. */
interface Known {
  windows: Readonly<Record<string, ResolvedWindow>>;
  reported: Readonly<Record<string, ReportedValue>>;
}

/** How a measurement is made that is computed from samples. */
type Computed = Exclude<MeasurementDefinition['of'], { kind: 'reported' }>;

interface Planned extends OpenedFor {
  name: string;
  /** The metric that is to be measured, or what is known without one. */
  source: { metric: PreparedMetric } | { measured: Measured };
}

/** Measures, and holds each measurement against its objectives. Points are read once for all that ask for the same. */
async function measureAll(
  { measurements, slos }: Definition,
  { windows, reported }: Known,
  data: RunData,
): Promise<Results> {
  const planned: Planned[] = [];
  for (const [name, definition] of Object.entries(measurements)) {
    const own = slos.filter(({ measurement }) => measurement === name);
    const source =
      definition.of.kind === 'reported' || Object.hasOwn(reported, name)
        ? { definition, window: null, source: { measured: findReported(name, definition, reported) } }
        : await plan(definition, definition.of, { windows, data });
    planned.push({ name, slos: own, ...source });
  }
  const results: Results = { measurements: new Map(), slos: new Map() };
  for (const group of Map.groupBy(planned, readKey).values()) {
    const opened = group.map((one) => ({ ...one, source: open(one) }));
    const [first] = group;
    if (first && 'metric' in first.source && first.source.metric.range !== null) {
      const { totals, range } = first.source.metric;
      const meters = opened.flatMap(({ source }) => source.meters);
      await readMeters(meters, totals, range, data);
    }
    for (const { name, slos: own, source } of opened) {
      const measured = source.measured();
      results.measurements.set(name, measured.measurement);
      for (const slo of own) results.slos.set(slo, evaluateSlo(slo, measured));
    }
  }
  return results;
}

function open({ source, ...planned }: Planned): OpenMetric {
  return 'metric' in source
    ? openMetric(planned, source.metric)
    : { meters: [], measured: () => source.measured };
}

/** The same for measurements that are made from the same series and the same part of the run. */
function readKey({ source }: Planned): string {
  if (!('metric' in source) || source.metric.range === null) return '';
  const { totals, range } = source.metric;
  const { fromMs, toMs, firstBucketMs, endBucketMs } = range;
  return [fromMs, toMs, firstBucketMs, endBucketMs, ...totals.map(({ seriesId }) => seriesId)].join(' ');
}

/** How the stretch is called that stands for the whole run in one run alone. */
const ownWindowName = 'own window';

/** The window that a measurement counts; null for all of the run. */
function windowOf(
  of: Computed,
  over: string | null,
  windows: Readonly<Record<string, ResolvedWindow>>,
): string | null {
  if (of.kind === 'duration') return of.window;
  return over ?? (Object.hasOwn(windows, wholeRunWindow) ? wholeRunWindow : null);
}

async function plan(
  definition: MeasurementDefinition,
  of: Computed,
  { windows, data }: Pick<Known, 'windows'> & { data: RunData },
): Promise<Pick<Planned, 'definition' | 'window' | 'source'>> {
  const name = windowOf(of, definition.over, windows);
  const found = name === null ? undefined : (windows[name] ?? { note: `there is no window ${name}` });
  if (found !== undefined && 'note' in found) {
    return { definition, window: null, source: { measured: nothing(definition, found.note, null) } };
  }
  const range = found?.range ?? null;
  const window =
    name === null || range === null
      ? null
      : {
          name: name === wholeRunWindow ? ownWindowName : name,
          from: toInstant(range.fromMs),
          to: toInstant(range.toMs),
        };
  if (of.kind === 'duration') {
    return { definition, window, source: { measured: measureDuration(definition, range, window) } };
  }
  const metric = await prepareMetric({ ...definition, of, over: name }, range, data);
  const source = 'note' in metric ? { measured: nothing(definition, metric.note, window) } : { metric };
  return { definition, window, source };
}

function measureDuration(
  definition: MeasurementDefinition,
  range: TimeRange | null,
  window: Measurement['window'],
): Measured {
  const unit = definition.unit ?? 's';
  const value = range === null ? null : convertUnit((range.toMs - range.fromMs) / 1000, 's', unit);
  if (value === null) return nothing(definition, `a duration does not convert to ${unit}`, window);
  const measurement: Measurement = {
    value,
    unit,
    better: definition.better,
    samples: 1,
    spread: null,
    window,
    note: null,
  };
  return { measurement, range, steps: new Map() };
}

function nothing(
  { unit, better }: MeasurementDefinition,
  note: string,
  window: Measurement['window'],
): Measured {
  return {
    measurement: { value: null, unit, better, samples: 0, spread: null, window, note },
    range: null,
    steps: new Map(),
  };
}
