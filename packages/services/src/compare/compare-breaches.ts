import { describeObjectives, type LoadCourse, readLoad } from '@proofload/analysis';
import type { BreachComparison, BreachesQuery, Comparison } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { type ExperimentDefinition, parseSelector } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { openDefinitions } from '../evaluations/open-definitions.ts';
import { findLaunchedVersion } from '../execution/evaluate-stored-run.ts';
import { toRunSummary } from '../runs/run-view.ts';
import { openRunData } from '../series/run-data.ts';
import { compareRecords } from './compare-runs.ts';
import { type RunSelection, selectRuns } from './select-runs.ts';

type BreachRun = BreachComparison['runs'][number];

/** Runs, and objectives by runs, whose samples one answer reads. */
const maxRuns = 50;
const maxCells = 500;
/** What the load is told by where nobody says it: virtual users, else requests. */
const usualLoads = ['vus', 'http_reqs'];

/**
 * How the objectives of runs held over time and in each phase, under which load breaches began, and thresholds as the
 * load generator judged them. Runs whose samples have expired or that nobody sampled say so.
 */
export async function compareBreaches(
  ctx: ServiceContext,
  query: BreachesQuery,
  given: RunSelection | null = null,
): Promise<BreachComparison> {
  requireScope(ctx, 'read');
  const { load: wanted, ...selection } = query;
  if (wanted !== undefined) parseSelector(wanted);
  const { runs: selected, isOrdered } = given ?? (await selectRuns(ctx, selection));
  const comparison = await compareRecords(ctx, selected, {
    by: query.by,
    baseline: query.baseline ?? null,
    measurements: [],
    isOrdered,
  });
  const runs = comparison.runs.flatMap(({ id }) => selected.find((run) => run.id === id) ?? []);
  const judged = await openJudged(ctx, runs);
  const read = takeReadable(judged);
  const loads = await readLoads(ctx, read, wanted ?? null);
  const baseline = meanOfBaseline(comparison, loads?.courses ?? new Map());
  const thresholds = await ctx.samples.listThresholds(runs.map(({ key }) => key));
  const described: BreachRun[] = [];
  for (const { run, definition } of read) {
    const course = loads?.courses.get(run.id);
    const originMs = run.startedAtMs ?? run.createdAtMs;
    const { phases, finishedAtMs } = run;
    described.push({
      run: run.id,
      lengthMs: finishedAtMs === null ? null : finishedAtMs - originMs,
      phases: phases.map(({ name, startMs, endMs }) => ({
        name,
        fromMs: startMs - originMs,
        toMs: (endMs ?? finishedAtMs ?? startMs) - originMs,
      })),
      objectives: await describeObjectives({
        definition,
        facts: run,
        data: openRunData(ctx.samples, run.key),
        originMs,
        load: course?.steps ?? [],
        baselineLoad: baseline,
      }),
      thresholds: thresholds.get(run.key) ?? [],
    });
  }
  return {
    runs: described,
    load: loads && { metric: loads.metric, unit: loads.unit, baseline },
    omitted: judged.filter(({ run }) => run.samplesExpiredAtMs === null).length - read.length,
  };
}

interface JudgedRun {
  run: RunRecord;
  definition: ExperimentDefinition;
}

/** The runs with what judged them, or will. */
async function openJudged(ctx: ServiceContext, runs: readonly RunRecord[]): Promise<JudgedRun[]> {
  const definitionOf = await openDefinitions(ctx, runs);
  const judged: JudgedRun[] = [];
  for (const run of runs) {
    const definition =
      definitionOf(toRunSummary(run, ctx.config.baseUrl)) ??
      (await findLaunchedVersion(ctx, run))?.definition ??
      null;
    if (definition !== null) judged.push({ run, definition });
  }
  return judged;
}

/** As many as one answer reads, in the order given. */
function takeReadable(judged: readonly JudgedRun[]): JudgedRun[] {
  let cells = 0;
  return judged
    .filter(({ run }) => run.samplesExpiredAtMs === null)
    .slice(0, maxRuns)
    .filter(({ definition }) => {
      cells += definition.slos.length;
      return cells <= maxCells;
    });
}

interface Loads {
  metric: string;
  unit: string | null;
  courses: ReadonlyMap<string, LoadCourse>;
}

/** The load of each run by the metric that is asked for, or by the first of the usual ones that any run has. */
async function readLoads(
  ctx: ServiceContext,
  judged: readonly JudgedRun[],
  wanted: string | null,
): Promise<Loads | null> {
  for (const metric of wanted === null ? usualLoads : [wanted]) {
    const courses = new Map<string, LoadCourse>();
    for (const { run, definition } of judged) {
      if (definition.slos.length === 0) continue;
      const course = await readLoad(metric, openRunData(ctx.samples, run.key));
      if (course !== null) courses.set(run.id, course);
    }
    const [first] = courses.values();
    if (first) return { metric, unit: first.unit, courses };
  }
  return null;
}

function meanOfBaseline(
  { groups, baseline }: Comparison,
  courses: ReadonlyMap<string, LoadCourse>,
): number | null {
  const group = groups.find(({ key }) => key === baseline);
  const left = new Set(group?.excluded.map(({ run }) => run));
  const means = (group?.runs ?? []).flatMap((run) => (left.has(run) ? [] : (courses.get(run)?.mean ?? [])));
  return means.length === 0 ? null : means.reduce((sum, mean) => sum + mean, 0) / means.length;
}
