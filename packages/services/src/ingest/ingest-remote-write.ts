import { type RemoteWriteCounts, RemoteWriteDecoder, type RemoteWriteVersion } from '@proofload/sources';
import type { ServiceContext } from '../context.ts';
import { acceptPush, EarliestSample, type Inspected, type Push } from './accept-push.ts';
import { remoteWriteFormat } from './piece-decoders.ts';

export type { RemoteWriteVersion };

/** The body is Snappy-compressed protobuf. */
export interface RemoteWrite extends Push {
  version: RemoteWriteVersion;
}

export interface RemoteWriteAccepted extends RemoteWriteCounts {
  /** True when the same request was accepted before, so that nothing has changed. */
  unchanged: boolean;
}

/** Accepts one request of the Prometheus remote write protocol into a run, as `acceptPush` says. */
export async function ingestRemoteWrite(
  ctx: ServiceContext,
  write: RemoteWrite,
): Promise<RemoteWriteAccepted> {
  const { inspected, unchanged } = await acceptPush(ctx, write, {
    source: 'remote-write',
    prefix: 'write',
    inspect: (body) => inspect(body, write.version),
  });
  return { ...inspected.counts, unchanged };
}

const earliest = new EarliestSample();
/** Of the process: its requests hold the same series again and again, whose labels it remembers. */
const decoder = new RemoteWriteDecoder(earliest);

/** Finds out whether a request can be read, and what it holds. */
function inspect(body: Buffer, version: RemoteWriteVersion): Inspected & { counts: RemoteWriteCounts } {
  // A request that broke off may have left a time behind.
  earliest.take();
  const counts = decoder.decode(body, version);
  return {
    counts,
    format: remoteWriteFormat(version),
    samples: counts.samples + counts.histograms,
    firstMs: earliest.take(),
  };
}
