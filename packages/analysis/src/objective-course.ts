import type { ObjectiveCourse } from '@proofload/contracts';
import {
  convertUnit,
  type ExperimentDefinition,
  parseObjective,
  type SloDefinition,
} from '@proofload/domain';
import { evaluateSlo, type Measured } from './evaluate-slo.ts';
import { findBreaches } from './find-breaches.ts';
import { prepareMetric } from './measure-metric.ts';
import { readMeters } from './meter.ts';
import { openMetric } from './open-metric.ts';
import { rememberReads } from './remember-reads.ts';
import { type RunFacts, resolveWindows } from './resolve-window.ts';
import type { RunData } from './run-data.ts';
import { describeSlo, type SloStatistics, type SloStep } from './slo-statistics.ts';
import { makeRange, type TimeRange } from './time-range.ts';

export interface CourseInput {
  definition: Pick<ExperimentDefinition, 'windows' | 'measurements' | 'slos'>;
  facts: RunFacts;
  data: RunData;
  /** What times are told from. */
  originMs: number;
  /** What the run was loaded with over time. */
  load: readonly SloStep[];
  baselineLoad: number | null;
}

/** Breaches of one objective that are told one by one. */
const maxBreaches = 200;

/** How each objective of a run held over its window and within each phase. Reads samples; one read for all. */
export async function describeObjectives(input: CourseInput): Promise<ObjectiveCourse[]> {
  const { definition, facts } = input;
  const data = rememberReads(input.data);
  const windows = await resolveWindows(definition, facts, data);
  const courses: ObjectiveCourse[] = [];
  for (const slo of definition.slos) {
    const measurement = definition.measurements[slo.measurement];
    const { name, objective } = slo;
    const empty = { name, objective, statistics: null, breaches: [], unit: null, phases: [] };
    if (measurement?.of.kind !== 'metric' || Object.hasOwn(facts.reported ?? {}, slo.measurement)) {
      courses.push({ ...empty, note: 'its value was reported, without a course over time' });
      continue;
    }
    const window = measurement.over === null ? null : (windows[measurement.over] ?? null);
    if (window !== null && 'note' in window) {
      courses.push({ ...empty, note: window.note });
      continue;
    }
    const measure = (range: TimeRange | null) => measureOver(slo, { definition, range, data });
    const whole = await measure(window?.range ?? null);
    if ('note' in whole) {
      courses.push({ ...empty, note: whole.note });
      continue;
    }
    const phases: ObjectiveCourse['phases'] = [];
    for (const phase of phasesWithin(facts, whole.range)) {
      const measured = await measure(phase.range);
      const said =
        'note' in measured ? { met: null, value: null, note: measured.note } : evaluateSlo(slo, measured);
      phases.push({ phase: phase.name, met: said.met, value: said.value, note: said.note });
    }
    courses.push({ ...empty, phases, unit: whole.measurement.unit, ...courseOf(slo, whole, input) });
  }
  return courses;
}

/** Phases as far as they lie within what the objective counts. */
function phasesWithin(
  { phases, finishedAtMs }: RunFacts,
  range: TimeRange | null,
): { name: string; range: TimeRange }[] {
  return phases.flatMap(({ name, startMs, endMs }) => {
    const fromMs = Math.max(startMs, range?.fromMs ?? startMs);
    const lastMs = endMs ?? finishedAtMs ?? range?.toMs ?? startMs;
    const toMs = Math.min(lastMs, range?.toMs ?? lastMs);
    if (toMs <= fromMs) return [];
    const atEnd = toMs >= (finishedAtMs ?? range?.toMs ?? toMs) ? 'all' : 'nothing';
    return [{ name, range: makeRange(fromMs, toMs, { start: true, end: true, atEnd }) }];
  });
}

async function measureOver(
  slo: SloDefinition,
  {
    definition,
    range,
    data,
  }: { definition: CourseInput['definition']; range: TimeRange | null; data: RunData },
): Promise<Measured | { note: string }> {
  const measurement = definition.measurements[slo.measurement];
  if (measurement?.of.kind !== 'metric') return { note: 'it is not measured from samples' };
  const over = range === null ? null : (measurement.over ?? 'phase');
  const metric = await prepareMetric({ ...measurement, of: measurement.of, over }, range, data);
  if ('note' in metric) return metric;
  const opened = openMetric({ definition: measurement, slos: [slo], window: null }, metric);
  if (metric.range !== null) await readMeters(opened.meters, metric.totals, metric.range, data);
  return opened.measured();
}

type Course = Pick<ObjectiveCourse, 'statistics' | 'breaches' | 'note'>;

function courseOf(slo: SloDefinition, measured: Measured, input: CourseInput): Course {
  const objective = limitOf(slo, measured);
  const steps = measured.steps.get(slo.stepMs)?.steps() ?? [];
  if (objective === null || steps.every(({ value }) => value === null))
    return { statistics: null, breaches: [], note: 'its value cannot be told step by step' };
  const { originMs, load, baselineLoad } = input;
  const found = describeSlo({ steps, objective, target: slo.target ?? null, load, baselineLoad });
  const at = (timeMs: number): number => timeMs - originMs;
  const breaches = findBreaches(steps, objective);
  return {
    statistics: toStatistics(found, at),
    breaches: breaches
      .slice(0, maxBreaches)
      .map(({ fromMs, toMs, worst }) => ({ fromMs: at(fromMs), toMs: at(toMs), worst })),
    note:
      breaches.length > maxBreaches ? `${breaches.length - maxBreaches} further breaches are left out` : null,
  };
}

function limitOf({ objective }: SloDefinition, { measurement }: Measured) {
  const parsed = parseObjective(objective);
  const limit = parsed && convertUnit(parsed.value, parsed.unit, measurement.unit ?? '');
  return parsed === null || limit === null ? null : { operator: parsed.operator, limit };
}

function toStatistics(found: SloStatistics, at: (timeMs: number) => number): ObjectiveCourse['statistics'] {
  const { observedMs, gapMs, breachedMs, breachedShare, longest, first, budget } = found;
  const shift = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => ({
    fromMs: at(fromMs),
    toMs: at(toMs),
  });
  return {
    observedMs,
    gapMs,
    breachedMs,
    breachedShare,
    longest: longest && shift(longest),
    first: first && { atMs: at(first.fromMs), load: first.load, loadMultiple: first.loadMultiple },
    budget: budget && {
      allowed: budget.allowed,
      burned: budget.burned,
      fastest: budget.fastest && { ...shift(budget.fastest), rate: budget.fastest.rate },
    },
  };
}
