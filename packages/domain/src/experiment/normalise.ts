import { parseDurationMs } from '../units/duration.ts';
import { readShare } from '../units/quantity.ts';

import type {
  ExperimentDefinition,
  Factor,
  MeasurementDefinition,
  SourceDefinition,
  WindowDefinition,
  WorkloadDefinition,
} from './definition.ts';
import { toLimit } from './limit-definition.ts';
import type { ExperimentDocumentV1 } from './schema-v1.ts';

type Spec = ExperimentDocumentV1['spec'];

/** The document in the form that all other code works with: durations in milliseconds, every choice explicit. */
export function normaliseDocument({ metadata, spec }: ExperimentDocumentV1): ExperimentDefinition {
  return {
    apiVersion: 'proofload/v1',
    name: metadata.name,
    labels: metadata.labels,
    objective: spec.objective,
    factors: spec.factors.map(toFactor),
    baseline: spec.baseline ?? null,
    replicates: spec.replicates,
    cluster: spec.cluster ?? null,
    workload: {
      executor: spec.workload.executor,
      with: spec.workload.with,
      ...toPrepare(spec.workload.prepare),
      timeoutMs: toMs(spec.workload.timeout),
      stall: spec.workload.stall
        ? { metric: spec.workload.stall.metric, unchangedForMs: toMs(spec.workload.stall.unchangedFor) }
        : null,
    },
    sources: spec.sources.map(toSource),
    windows: mapValues(spec.windows, toWindow),
    measurements: mapValues(spec.measurements, toMeasurement),
    slos: spec.slos.map((slo) => ({
      name: slo.name,
      measurement: slo.measurement,
      objective: slo.objective,
      stepMs: slo.step === undefined ? null : toMs(slo.step),
      ...toTarget(slo.target),
    })),
    goals: spec.goals,
    ...(spec.limits.length === 0 ? {} : { limits: spec.limits.map(toLimit) }),
    ...(spec.balances === undefined ? {} : { balances: mapValues(spec.balances, present) }),
    ...(spec.breakdowns === undefined ? {} : { breakdowns: mapValues(spec.breakdowns, present) }),
  };
}

/** Without the keys that are not given. */
function present<T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/** The schema has checked the text already. */
const toMs = (text: string): number => parseDurationMs(text) ?? 0;

function toTarget(text: string | undefined): { target?: number } {
  const target = text === undefined ? null : readShare(text);
  return target === null ? {} : { target };
}

function toPrepare(prepare: Spec['workload']['prepare']): Pick<WorkloadDefinition, 'prepare'> {
  if (prepare === undefined) return {};
  const { timeout, ...rest } = prepare;
  return { prepare: { ...rest, timeoutMs: toMs(timeout) } };
}

function toFactor(factor: Spec['factors'][number]): Factor {
  if (isPaired(factor)) return { kind: 'paired', levels: factor.pair };
  const [entry] = Object.entries(factor);
  if (!entry) throw new Error('A factor without a name passed the schema');
  return { kind: 'crossed', name: entry[0], levels: entry[1] };
}

function isPaired(
  factor: Spec['factors'][number],
): factor is Extract<Spec['factors'][number], { pair: Record<string, unknown> }> {
  return 'pair' in factor && !Array.isArray(factor.pair);
}

function toSource(source: Spec['sources'][number]): SourceDefinition {
  if ('prometheus' in source) {
    const { url, server, queries, step } = source.prometheus;
    const named = server === undefined ? {} : { server };
    return { kind: 'prometheus', url: url ?? null, ...named, queries, stepMs: toMs(step) };
  }
  const { name, url, every, keep } = source.scrape;
  return { kind: 'scrape', name, url, everyMs: toMs(every), keep };
}

function toWindow(window: Spec['windows'][string]): WindowDefinition {
  if ('start' in window) {
    return {
      start: { kind: 'condition', expression: window.start },
      end: { kind: 'condition', expression: window.end },
    };
  }
  const { phase, skipFirst, skipLast } = window;
  return {
    start: { kind: 'offset', phase, from: 'start', offsetMs: skipFirst === undefined ? 0 : toMs(skipFirst) },
    end: { kind: 'offset', phase, from: 'end', offsetMs: skipLast === undefined ? 0 : -toMs(skipLast) },
  };
}

function toMeasurement(measurement: Spec['measurements'][string]): MeasurementDefinition {
  const common = { better: measurement.better, ...toMinimumEffect(measurement.minimumEffect) };
  if ('reported' in measurement)
    return {
      of: { kind: 'reported' },
      over: null,
      balance: null,
      unit: measurement.unit ?? null,
      ...common,
    };
  if ('duration' in measurement) {
    const { duration, unit } = measurement;
    return { of: { kind: 'duration', window: duration }, over: null, balance: null, unit, ...common };
  }
  const { metric, aggregate, over, balance, unit } = measurement;
  const brace = metric.indexOf('{');
  return {
    of: {
      kind: 'metric',
      metric: (brace < 0 ? metric : metric.slice(0, brace)).trim(),
      selector: brace < 0 ? '' : metric.slice(brace).trim(),
      aggregate,
    },
    over: over ?? null,
    balance: balance ?? null,
    unit: unit ?? null,
    ...common,
  };
}

/** Absent where nothing is stated, so that definitions of before are evaluated as they were. */
const toMinimumEffect = (stated: string | undefined): { minimumEffect?: number } =>
  stated === undefined ? {} : { minimumEffect: Number.parseFloat(stated) / 100 };

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
