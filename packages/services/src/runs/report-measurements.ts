import type { ReportMeasurements, Run } from '@proofload/contracts';
import {
  type MeasurementDefinition,
  ProofloadError,
  type ReportedValue,
  readReported,
} from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findLaunchedVersion } from '../execution/evaluate-stored-run.ts';
import { findRun } from './find-run.ts';
import { viewRun } from './run-view.ts';

type Reports = ReportMeasurements['measurements'];

/** Of one run, so that its row stays small. */
const maxReported = 500;

/**
 * Takes values of a run that its reporter knows and that no samples are there for: all of them or none. One that was
 * reported before is replaced.
 * @throws `invalid` naming the measurement, `conflict` for a run that is finished
 */
export async function reportMeasurements(
  ctx: ServiceContext,
  input: { id: string } & ReportMeasurements,
): Promise<Run> {
  requireScope(ctx, 'ingest');
  const run = await findRun(ctx, input.id);
  if (run.status === 'finished') throw new ProofloadError('conflict', finishedAlready);
  const definition = (await findLaunchedVersion(ctx, run))?.definition;
  const values: Record<string, ReportedValue> = {};
  for (const [name, report] of Object.entries(input.measurements)) {
    const known = definition?.measurements;
    values[name] = readReport(name, report, {
      definition: known && Object.hasOwn(known, name) ? known[name] : undefined,
      isPublished: run.citation !== null,
    });
  }
  if (new Set([...Object.keys(run.reported), ...Object.keys(values)]).size > maxReported)
    throw refuse('measurements', `expected at most ${maxReported} reported measurements of a run`);
  if (!(await ctx.repos.runs.addReported(run.id, values)))
    throw new ProofloadError('conflict', finishedAlready);
  return viewRun(ctx, await findRun(ctx, run.id));
}

const finishedAlready = 'The run is finished: what was computed for it stays as it is';

function readReport(
  name: string,
  report: Reports[string],
  { definition, isPublished }: { definition: MeasurementDefinition | undefined; isPublished: boolean },
): ReportedValue {
  const field = `measurements.${name}`;
  // Figures that were published stand for what would be computed from samples that nobody has.
  if (definition && definition.of.kind !== 'reported' && !isPublished) {
    const message = 'expected a measurement with `reported: true` in the definition, which computes this one';
    throw refuse(field, message);
  }
  const read = readReported(report, definition?.unit ?? null);
  if ('message' in read) throw refuse(field, read.message);
  return read.value;
}

function refuse(field: string, message: string): ProofloadError {
  return new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}
