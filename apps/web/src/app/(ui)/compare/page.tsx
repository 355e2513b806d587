import type { CompareQuery, Comparison, Experiment } from '@proofload/contracts';
import { compareQuerySchema } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import {
  compareRuns,
  listExperiments,
  listRuns,
  listSweeps,
  readExperiment,
  type ServiceContext,
} from '@proofload/services';
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { ErrorState } from '@/components/ui/error-state';
import { ComparePicker } from '@/features/compare/compare-picker';
import { compareState, toCompareQuery } from '@/features/compare/compare-state';
import { CompareView } from '@/features/compare/compare-view';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Compare' };

const loadState = createLoader(compareState);

export default async function ComparePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageContext();
  const wanted = toCompareQuery(loadState(await searchParams));
  if (wanted === null) return <Picker ctx={ctx} />;
  const answer = await compareOrExplain(ctx, wanted);
  if (typeof answer === 'string') {
    return (
      <ErrorState title="These runs cannot be compared">
        <p>{answer}</p>
      </ErrorState>
    );
  }
  return <CompareView initial={answer} experiment={await findExperiment(ctx, answer.comparison)} />;
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
