import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGzip } from 'node:zlib';
import type { RunRecord } from '@proofload/db';
import type { WorkloadFile } from '@proofload/executors';
import type { ServiceContext } from '../context.ts';
import { artifactPrefix } from '../runs/delete-run.ts';

const maxFileBytes = 64 * 1024 * 1024;
/** Raw samples are kept up to this size before compression; what was computed from them is kept in any case. */
const maxRawBytes = 256 * 1024 * 1024;

type StoreContext = Pick<ServiceContext, 'repos' | 'artifacts' | 'log'>;

/** Keeps what a workload left behind as artifacts of its run. A file that cannot be kept is a warning, not a failure. */
export async function storeRunFiles(
  ctx: StoreContext,
  run: RunRecord,
  files: readonly WorkloadFile[],
  samplesPath: string | null,
): Promise<void> {
  for (const file of files) {
    await storeOrWarn(ctx, run, file, () => createReadStream(file.path));
  }
  if (samplesPath === null) return;
  const bytes = await sizeOf(samplesPath);
  if (bytes === 0) return;
  if (bytes > maxRawBytes) {
    const limit = 'what was computed from them is complete';
    await ctx.repos.timeline.addWarnings(run.id, [`The raw samples are too large to be kept; ${limit}`]);
    return;
  }
  const raw: WorkloadFile = { name: 'samples.json.gz', path: samplesPath, contentType: 'application/gzip' };
  await storeOrWarn(ctx, run, raw, () => openCompressed(samplesPath));
}

/** Bytes of a file; 0 when there is none, because a load that never began wrote none. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

function openCompressed(path: string): AsyncIterable<Uint8Array> {
  const gzip = createGzip({ level: 1 });
  createReadStream(path)
    .on('error', (error) => gzip.destroy(error))
    .pipe(gzip);
  return gzip;
}

async function storeOrWarn(
  ctx: StoreContext,
  run: RunRecord,
  { name, contentType }: WorkloadFile,
  open: () => AsyncIterable<Uint8Array>,
): Promise<void> {
  const blobKey = `${artifactPrefix(run)}/${name}`;
  try {
    const stored = await ctx.artifacts.put(blobKey, open(), { maxBytes: maxFileBytes });
    await ctx.repos.timeline.putArtifact(run.id, { name, contentType, blobKey, ...stored });
  } catch (error) {
    ctx.log.warn('An artifact could not be kept', { runId: run.id, name, error: String(error) });
    await ctx.repos.timeline.addWarnings(run.id, [`The artifact ${name} could not be kept`]);
  }
}
