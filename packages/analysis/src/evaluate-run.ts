import type { Measurement, SloResult } from '@proofload/contracts';
import {
  convertUnit,
  type ExperimentDefinition,
  formatQuantity,
  type MeasurementDefinition,
  type RunOutcome,
  type Verdict,
  wholeRunWindow,
} from '@proofload/domain';
import { evaluateSlo, type Measured } from './evaluate-slo.ts';
import { measureEntities, measureMetric, type PreparedMetric, prepareMetric } from './measure-metric.ts';
import { rememberReads } from './remember-reads.ts';
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

/**
 * Everything that follows from a run's data: measurements over their windows, objectives with their breaches, the
 * verdict. The worker and every later re-evaluation call this and nothing else. Repeatable: the same data give the same result.
 */
export async function evaluateRun(
  definition: Pick<ExperimentDefinition, 'windows' | 'measurements' | 'slos'>,
  facts: RunFacts,
  stored: RunData,
): Promise<RunEvaluation> {
  const data = rememberReads(stored);
  const windows = await resolveWindows(definition, facts, data);
  const measured: Record<string, Measured> = {};
  for (const [name, measurement] of Object.entries(definition.measurements)) {
    measured[name] = await measure(measurement, windows, data);
  }
  const slos = definition.slos.map((slo) =>
    evaluateSlo(slo, Object.hasOwn(measured, slo.measurement) ? measured[slo.measurement] : undefined),
  );
  const entries = Object.entries(measured);
  return {
    measurements: Object.fromEntries(entries.map(([name, { measurement }]) => [name, measurement])),
    slos,
    verdict: judgeObjectives(slos, facts.outcome),
    notes: [
      ...entries.flatMap(([name, { measurement }]) =>
        measurement.note === null ? [] : [`${name}: ${measurement.note}`],
      ),
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

/** How the stretch is called that stands for the whole run in one run alone. */
const ownWindowName = 'own window';

/** The window that a measurement counts; null for all of the run. */
function windowOf(
  { of, over }: MeasurementDefinition,
  windows: Readonly<Record<string, ResolvedWindow>>,
): string | null {
  if (of.kind === 'duration') return of.window;
  return over ?? (Object.hasOwn(windows, wholeRunWindow) ? wholeRunWindow : null);
}

async function measure(
  definition: MeasurementDefinition,
  windows: Readonly<Record<string, ResolvedWindow>>,
  data: RunData,
): Promise<Measured> {
  const name = windowOf(definition, windows);
  const window = name === null ? undefined : (windows[name] ?? { note: `there is no window ${name}` });
  if (window !== undefined && 'note' in window) return nothing(definition, window.note, null);
  const range = window?.range ?? null;
  const shown =
    name === null || range === null
      ? null
      : {
          name: name === wholeRunWindow ? ownWindowName : name,
          from: toInstant(range.fromMs),
          to: toInstant(range.toMs),
        };
  if (definition.of.kind === 'duration') return measureDuration(definition, range, shown);
  const metric = await prepareMetric({ ...definition, of: definition.of, over: name }, range, data);
  if ('note' in metric) return nothing(definition, metric.note, shown);
  return { measurement: measureOne(definition, metric, shown), metric, range: metric.range };
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
  return { measurement, metric: null, range };
}

function measureOne(
  definition: MeasurementDefinition,
  metric: PreparedMetric,
  window: Measurement['window'],
): Measurement {
  const base = { unit: metric.unit, better: definition.better, window };
  if (definition.balance !== null) return { ...base, ...measureBalance(metric, definition.balance) };
  const found = measureMetric(metric);
  const notes = [...metric.notes, ...(found.value === null ? [found.note] : [])];
  return {
    ...base,
    value: found.value,
    samples: found.samples,
    spread: found.spread,
    note: notes.join('; ') || null,
  };
}

/** The range (greatest minus least) over the entities of a label. */
function measureBalance(
  metric: PreparedMetric,
  label: string,
): Pick<Measurement, 'value' | 'samples' | 'spread' | 'note'> {
  const entities = measureEntities(metric, label).sort((a, b) => a.value - b.value);
  const least = entities[0];
  const most = entities.at(-1);
  if (least === undefined || most === undefined) {
    return { value: null, samples: 0, spread: null, note: `no series has the label ${label}` };
  }
  const say = ({ entity, value }: { entity: string; value: number }) =>
    `${entity} at ${formatQuantity(value, metric.unit)}`;
  return {
    value: most.value - least.value,
    samples: measureMetric(metric).samples,
    spread: null,
    note: `range over ${entities.length} values of ${label}, from ${say(least)} to ${say(most)}`,
  };
}

function nothing(
  { unit, better }: MeasurementDefinition,
  note: string,
  window: Measurement['window'],
): Measured {
  return {
    measurement: { value: null, unit, better, samples: 0, spread: null, window, note },
    metric: null,
    range: null,
  };
}
