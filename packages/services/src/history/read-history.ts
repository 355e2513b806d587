import { countAlarms, describeHistory, type HistoryMeasurement } from '@proofload/analysis';
import type { History, HistoryQuery, TreatmentHistory } from '@proofload/contracts';
import type { ExperimentVersionRecord, RunRecord } from '@proofload/db';
import {
  convertUnit,
  type ExperimentDefinition,
  expandTreatments,
  ProofloadError,
  parseObjective,
  parseTarget,
  treatmentKey,
} from '@proofload/domain';
import { requireScope } from '../context.ts';
import { findVersion } from '../experiments/read-experiment.ts';
import { type HistoryContext, maxHistoryRuns } from './history-context.ts';
import {
  aboutMeasurement,
  measurementOf,
  oldestFirst,
  toAcknowledgement,
  toHistoryRun,
} from './history-runs.ts';

/** One measurement of an experiment over its newest 500 runs, treatment by treatment, with where it changed. */
export async function readHistory(
  ctx: HistoryContext,
  query: { name: string } & HistoryQuery,
): Promise<History> {
  requireScope(ctx, 'read');
  return viewHistory(ctx, query);
}

/** The same for whoever has been let in already. */
export async function viewHistory(
  ctx: HistoryContext,
  { name, ...query }: { name: string } & HistoryQuery,
): Promise<History> {
  const experiment = await findVersion(ctx, name);
  const { experimentId, definition } = experiment;
  const found = await ctx.repos.history.findRuns(experimentId, query.treatment ?? null, maxHistoryRuns);
  const runs = oldestFirst(found.runs);
  const measurements = listMeasurements(definition, runs);
  const measurement = aboutMeasurement(runs, chooseMeasurement(query.measurement, measurements, definition));
  const keys = orderTreatments(definition, runs);
  const acknowledgements = await ctx.repos.history.findAcknowledgements(
    runs.map(({ id }) => id),
    measurement.name,
  );
  const limits = await findHistoryLimits(ctx, experiment, measurement);
  const histories = keys.map((treatment): TreatmentHistory => {
    const own = runs.filter((run) => run.treatment === treatment);
    const described = describeHistory(
      own.map((run) => toHistoryRun(run, measurement.name)),
      measurement,
      acknowledgements.map(toAcknowledgement),
    );
    return { treatment, params: { ...own.at(-1)?.params }, limits, ...described };
  });
  return {
    experiment: experiment.name,
    measurement: measurement.name,
    unit: measurement.unit,
    better: measurement.better,
    measurements,
    treatments: keys,
    runs: runs.length,
    leftOut: found.total - runs.length,
    histories,
    alarms: histories.reduce((total, { changes }) => total + countAlarms(changes).total, 0),
  };
}

/** In the order of the definition, then others that runs have values of. */
function listMeasurements(definition: ExperimentDefinition, runs: readonly RunRecord[]): string[] {
  const names = new Set([
    ...Object.keys(definition.measurements),
    ...runs.flatMap(({ measurements }) => Object.keys(measurements)),
  ]);
  return [...names].filter((name) =>
    runs.some((run) => {
      const measured = measurementOf(run, name);
      return measured !== undefined && (measured.value !== null || measured.amount !== undefined);
    }),
  );
}

function chooseMeasurement(
  asked: string | undefined,
  known: readonly string[],
  definition: ExperimentDefinition,
): string {
  const defined = Object.keys(definition.measurements);
  if (asked === undefined) return known[0] ?? defined[0] ?? '';
  if (known.includes(asked) || defined.includes(asked)) return asked;
  const all = [...new Set([...known, ...defined])].slice(0, 20);
  const message = `expected a measurement of the experiment (${all.join(', ')}), not ${asked}`;
  throw new ProofloadError('invalid', `measurement: ${message}`, {
    fields: [{ field: 'measurement', message }],
  });
}

function orderTreatments(definition: ExperimentDefinition, runs: readonly RunRecord[]): string[] {
  const present = [...new Set(runs.map(({ treatment }) => treatment))];
  const places = new Map(expandTreatments(definition).map(({ key }, index) => [key, index]));
  return present.sort((a, b) => (places.get(a) ?? places.size) - (places.get(b) ?? places.size));
}

/** Objectives on a measurement, and its goals as the multiple of the baseline's mean that they are. */
async function findHistoryLimits(
  ctx: HistoryContext,
  { experimentId, definition }: ExperimentVersionRecord,
  { name, unit, better }: HistoryMeasurement,
): Promise<TreatmentHistory['limits']> {
  const objectives = definition.slos.flatMap(({ name: slo, measurement, objective }) => {
    const parsed = measurement === name ? parseObjective(objective) : null;
    const value = parsed && convertUnit(parsed.value, parsed.unit, unit ?? '');
    return value === null ? [] : [{ label: `${slo}: ${objective}`, value, kind: 'objective' as const }];
  });
  const goals = definition.goals.filter(({ measurement }) => measurement === name);
  if (goals.length === 0 || definition.baseline === null) return objectives;
  const key = treatmentKey(definition.baseline);
  const { runs } = await ctx.repos.history.findRuns(experimentId, key, maxHistoryRuns);
  const { points } = describeHistory(
    runs.map((run) => toHistoryRun(run, name)),
    { name, unit, better },
    [],
  );
  const values = points.flatMap(({ value, excluded }) =>
    value === null || excluded !== null ? [] : [value],
  );
  if (values.length === 0) return objectives;
  const center = values.reduce((sum, value) => sum + value, 0) / values.length;
  return [
    ...objectives,
    ...goals.flatMap(({ target }) => {
      const wanted = parseTarget(target);
      return wanted === null
        ? []
        : [
            {
              label: `goal ${target} of ${key} (n=${values.length})`,
              value: wanted.ratio * center,
              kind: 'goal' as const,
            },
          ];
    }),
  ];
}
