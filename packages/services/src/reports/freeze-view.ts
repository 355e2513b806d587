import type { Comparison, ComparisonSnapshot, CreateReport } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { compareRuns, selectRuns } from '../compare/index.ts';
import type { ServiceContext } from '../context.ts';
import { readFigures } from '../series/read-figures.ts';
import { freezeParts } from './freeze-parts.ts';
import { readDefinitionSources } from './read-definition-sources.ts';

/** Copies everything that a report shows, so that it needs no run, series or definition any more. */
export async function freezeView(
  ctx: ServiceContext,
  view: CreateReport['view'],
): Promise<ComparisonSnapshot> {
  const selection = await selectRuns(ctx, view.compare);
  const comparison = await compareRuns(ctx, view.compare, selection);
  if (comparison.runs.length === 0) {
    const message = 'expected at least one run to freeze';
    throw new ProofloadError('invalid', `view.compare: ${message}`, {
      fields: [{ field: 'view.compare', message }],
    });
  }
  const withSamples = comparison.runs.filter(({ samplesExpiredAt }) => !samplesExpiredAt);
  const { metrics, series, drawn } = await readFigures(
    ctx,
    withSamples.map(({ id }) => id),
    view.metrics.length > 0 ? (known) => checkMetrics(view.metrics, known) : undefined,
  );
  return {
    version: 1,
    comparison: noteExpired(comparison, comparison.runs.length - withSamples.length),
    series,
    metrics,
    definitions: await readDefinitionSources(ctx, selection.runs),
    view: { ...view, metrics: drawn },
    parts: await freezeParts(ctx, view.compare, selection, comparison, view.parts),
  };
}

function noteExpired(comparison: Comparison, count: number): Comparison {
  if (count === 0) return comparison;
  const runs = count === 1 ? 'one run' : `${count} runs`;
  const warning = `The samples of ${runs} had expired by the project's rule, so figures over time are without them`;
  return { ...comparison, warnings: [...comparison.warnings, warning] };
}

function checkMetrics(wanted: readonly string[], known: ReadonlySet<string>): string[] {
  const fields = wanted.flatMap((name, index) =>
    known.has(name)
      ? []
      : [
          {
            field: `view.metrics[${index}]`,
            message: `expected a metric that one of the runs has, not \`${name}\``,
          },
        ],
  );
  if (fields[0]) throw new ProofloadError('invalid', `${fields[0].field}: ${fields[0].message}`, { fields });
  return [...new Set(wanted)];
}
