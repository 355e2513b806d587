import type { Balance, BalanceChoice, EntitiesOverTime } from '@proofload/contracts';
import type { ServiceContext } from '../context.ts';
import { readEntities } from './read-entities.ts';

/** Heat maps of one comparison: one run of a group shows its pattern, and more groups nobody holds against one another. */
const maxRuns = 6;
const points = 120;

/** The entities of a balance over time, of the first run that counts in each of the first groups. */
export async function readBalanceOverTime(
  ctx: ServiceContext,
  { samples }: Balance,
  { select, aggregate }: BalanceChoice,
): Promise<EntitiesOverTime[]> {
  if (samples === null) return [];
  const { metric, label, over, combination } = samples;
  const runs = samples.groups.flatMap(
    ({ group }) =>
      samples.runs.find((run) => run.group === group && run.isCounted && run.note === null) ?? [],
  );
  const found: EntitiesOverTime[] = [];
  for (const { run } of runs.slice(0, maxRuns)) {
    const asked = { metric, label, select, aggregate, over: over ?? undefined, combination, points };
    found.push(await readEntities(ctx, { runId: run, ...asked }));
  }
  return found;
}
