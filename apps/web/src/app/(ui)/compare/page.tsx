import type { CompareQuery, Comparison, Experiment } from '@proofload/contracts';
import { compareQuerySchema } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import {
  compareRuns,
  listExperiments,
  listMetrics,
  listRuns,
  listSweeps,
  readExperiment,
  type ServiceContext,
} from '@proofload/services';
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { ErrorState } from '@/components/ui/error-state';
import { TextLink } from '@/components/ui/text-link';
import { ComparePicker } from '@/features/compare/compare-picker';
import { type CompareState, compareState, toCompareQuery } from '@/features/compare/compare-state';
import { CompareView } from '@/features/compare/compare-view';
import { chooseSeries, findDrawnRuns } from '@/features/compare/drawn-series';
import { ForeseenSeries, type ForeseenSeriesProps } from '@/features/compare/foreseen-series';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Compare' };

const loadState = createLoader(compareState);

export default async function ComparePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageContext();
  const state = loadState(await searchParams);
  const wanted = toCompareQuery(state);
  if (wanted === null) return <Picker ctx={ctx} />;
  const answer = await compareOrExplain(ctx, wanted);
  if (typeof answer === 'string') {
    return (
      <ErrorState title="These runs cannot be compared">
        <p>{answer}</p>
        <p>
          <TextLink href="/compare">Choose other runs</TextLink>
        </p>
      </ErrorState>
    );
  }
  const [experiment, foreseen] = await Promise.all([
    findExperiment(ctx, answer.comparison),
    foreseeSeries(ctx, answer.comparison, state),
  ]);
  return (
    <>
      {foreseen && <ForeseenSeries {...foreseen} />}
      <CompareView initial={answer} experiment={experiment} />
    </>
  );
}

/** What the figure over time will ask for, as far as the first run tells: others nearly always have the same metrics. */
async function foreseeSeries(
  ctx: ServiceContext,
  comparison: Comparison,
  view: CompareState,
): Promise<ForeseenSeriesProps | null> {
  const { ids, isLive } = findDrawnRuns(comparison);
  const [first] = ids;
  if (view.tab !== 'summary' || first === undefined) return null;
  const metrics = await listMetrics(ctx, { runId: first }).then(
    (list) => list.metrics,
    (error: unknown) => {
      // Gone or expired since: the figure asks once more and says so.
      if (error instanceof ProofloadError) return [];
      throw error;
    },
  );
  const choice = chooseSeries(metrics, view, ids.length);
  return choice && { runIds: ids, isLive, asked: choice.asked };
}

async function Picker({ ctx }: { ctx: ServiceContext }) {
  const [experiments, sweeps, runs] = await Promise.all([
    listExperiments(ctx, { limit: 50 }),
    listSweeps(ctx, { limit: 10 }),
    listRuns(ctx, { limit: 30, sort: '-createdAt' }),
  ]);
  return <ComparePicker experiments={experiments.items} sweeps={sweeps.items} runs={runs.items} />;
}

/** The comparison, or in a sentence what is wrong with the address. */
async function compareOrExplain(
  ctx: ServiceContext,
  wanted: CompareQuery,
): Promise<{ query: CompareQuery; comparison: Comparison } | string> {
  const query = compareQuerySchema.safeParse(wanted);
  if (!query.success)
    return query.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  try {
    return { query: query.data, comparison: await compareRuns(ctx, query.data) };
  } catch (error) {
    if (error instanceof ProofloadError && (error.code === 'not-found' || error.code === 'invalid'))
      return error.message;
    throw error;
  }
}

/** The definition that all runs belong to, in the newest version that one of them was made by. */
async function findExperiment(
  ctx: ServiceContext,
  { experiment, runs }: Comparison,
): Promise<Experiment | null> {
  if (experiment === null) return null;
  const versions = runs.flatMap(({ definitionVersion }) => definitionVersion ?? []);
  return readExperiment(ctx, {
    name: experiment,
    ...(versions.length > 0 ? { version: Math.max(...versions) } : {}),
  });
}
