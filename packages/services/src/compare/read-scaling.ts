import { type ComparableRun, compareScaling, findDivisors } from '@proofload/analysis';
import type { Scaling, ScalingQuery } from '@proofload/contracts';
import { requireScope } from '../context.ts';
import { splitList } from '../split-list.ts';
import type { CompareContext } from './compare-context.ts';
import { checkMeasurements, openComparison, refuse } from './compare-runs.ts';
import { type RunSelection, selectRuns } from './select-runs.ts';

const maxDivisors = 3;

/** How the measurements of the runs of a comparison respond to a factor: curves with knee, efficiency and laws. */
export async function readScaling(
  ctx: CompareContext,
  query: ScalingQuery,
  given: RunSelection | null = null,
): Promise<Scaling> {
  requireScope(ctx, 'read');
  const { runs: records, warnings, isOrdered } = given ?? (await selectRuns(ctx, query));
  const opened = await openComparison(ctx, records, isOrdered);
  const { runs, definition } = opened;
  const per = splitList(query.per ?? '', ',');
  if (per.length > maxDivisors)
    throw refuse('per', `expected at most ${maxDivisors} names to divide by, not ${per.length}`);
  for (const name of per) checkNumbers('per', name, runs);
  if (query.work !== undefined) checkNumbers('work', query.work, runs);
  if (query.factor !== undefined) checkFactor(query.factor, runs);
  const names = query.measurements === undefined ? null : splitList(query.measurements, ',');
  const scaling = compareScaling({
    ...opened,
    factor: query.factor ?? null,
    hold: readHold(query.hold ?? '', runs),
    per,
    work: query.work ?? null,
    measurements: names && checkMeasurements(names, runs, definition),
    countsLimited: query.limited === 'include',
  });
  return { ...scaling, notes: [...warnings, ...scaling.notes] };
}

/** `qps=100/200;nodes=2`. */
function readHold(text: string, runs: readonly ComparableRun[]): Map<string, string> {
  return new Map(
    splitList(text, ';').map((part): [string, string] => {
      const equals = part.indexOf('=');
      if (equals < 1) throw refuse('hold', `expected levels such as \`qps=100;nodes=2\`, not ${part}`);
      const name = part.slice(0, equals).trim();
      checkFactor(name, runs, 'hold');
      return [name, part.slice(equals + 1).trim()];
    }),
  );
}

function checkFactor(name: string, runs: readonly ComparableRun[], field = 'factor'): void {
  const factors = [...new Set(runs.flatMap(({ params }) => Object.keys(params)))];
  const varying = factors.filter((one) => new Set(runs.map(({ params }) => params[one])).size > 1);
  if (varying.includes(name)) return;
  throw refuse(field, `expected a factor that differs between these runs (${say(varying)}), not ${name}`);
}

function checkNumbers(field: string, name: string, runs: readonly ComparableRun[]): void {
  const known = findDivisors(runs);
  if (known.includes(name)) return;
  throw refuse(
    field,
    `expected a factor or fact of these runs that is a number (${say(known)}), not ${name}`,
  );
}

const say = (names: readonly string[]): string =>
  names.length === 0 ? 'there is none' : names.slice(0, 20).join(', ');
