import type { ChangeWindows, Run } from '@proofload/contracts';
import type { ExperimentVersionRecord, RunRecord } from '@proofload/db';
import {
  type FieldError,
  formatDurationMs,
  ProofloadError,
  type Stretch,
  wholeRunWindow,
} from '@proofload/domain';
import { bucketMs } from '@proofload/series';
import { requireScope, type ServiceContext } from '../context.ts';
import { fromInstant, toInstant } from '../instant.ts';
import { findEvaluator, findExtent } from './judged-run.ts';
import { replaceResults } from './replace-results.ts';

type Windows = Readonly<Record<string, Stretch>>;

/**
 * Gives a finished run windows of its own, in place of all that it had, and evaluates it with them by the version that
 * evaluated it last. Its old results are kept, and its log tells who did so.
 */
export async function changeRunWindows(
  ctx: ServiceContext,
  input: { id: string } & ChangeWindows,
): Promise<Run> {
  requireScope(ctx, 'launch');
  return replaceResults(ctx, { id: input.id, what: 'windows' }, async (run) => {
    const windows = await checkWindows(ctx, run, await findEvaluator(ctx, run), input.windows);
    return isEqual(windows, run.windows) ? null : { parts: { windows }, said: sayChange(run, windows) };
  });
}

async function checkWindows(
  ctx: ServiceContext,
  run: RunRecord,
  version: ExperimentVersionRecord | null,
  wanted: ChangeWindows['windows'],
): Promise<Windows> {
  const known = [...Object.keys(version?.definition.windows ?? {}), wholeRunWindow];
  const extent = await findExtent(ctx, run);
  const windows = Object.fromEntries(
    Object.entries(wanted).map(([name, { from, to }]) => [
      name,
      { fromMs: fromInstant(from), toMs: fromInstant(to) },
    ]),
  );
  const errors = Object.entries(windows).flatMap(([name, stretch]): FieldError[] => {
    const field = `windows.${name}`;
    if (!known.includes(name)) {
      return [{ field, message: `expected a window of the definition (${known.slice(0, 20).join(', ')})` }];
    }
    return checkStretch(field, stretch, extent);
  });
  if (errors[0]) {
    throw new ProofloadError('invalid', `${errors[0].field}: ${errors[0].message}`, { fields: errors });
  }
  return windows;
}

function checkStretch(field: string, { fromMs, toMs }: Stretch, extent: Stretch): FieldError[] {
  const within = `expected a time within the run, from ${toInstant(extent.fromMs)} to ${toInstant(extent.toMs)}`;
  if (fromMs < extent.fromMs || fromMs > extent.toMs) return [{ field: `${field}.from`, message: within }];
  if (toMs > extent.toMs) return [{ field: `${field}.to`, message: within }];
  if (toMs - fromMs < bucketMs) {
    return [
      { field: `${field}.to`, message: `expected a time at least ${formatDurationMs(bucketMs)} after from` },
    ];
  }
  return [];
}

function isEqual(a: Windows, b: Windows): boolean {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.every((name) => a[name]?.fromMs === b[name]?.fromMs && a[name]?.toMs === b[name]?.toMs);
}

function sayChange({ startedAtMs }: RunRecord, windows: Windows): string {
  const at = (ms: number) => (startedAtMs === null ? toInstant(ms) : formatDurationMs(ms - startedAtMs));
  const said = Object.entries(windows).map(
    ([name, { fromMs, toMs }]) =>
      `${name === wholeRunWindow ? 'whole run' : name} from ${at(fromMs)} to ${at(toMs)}`,
  );
  return said.length === 0
    ? 'Windows set back to the definition'
    : `Windows changed for this run: ${said.join(', ')},`;
}
