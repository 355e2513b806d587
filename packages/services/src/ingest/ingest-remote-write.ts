import { type RemoteWriteCounts, RemoteWriteDecoder, type RemoteWriteVersion } from '@proofload/sources';
import type { ServiceContext } from '../context.ts';
import { acceptPush, type Push } from './accept-push.ts';
import { beginAtNothing } from './begin-at-nothing.ts';
import { RequestReader } from './request-reader.ts';

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
  { version, ...push }: RemoteWrite,
): Promise<RemoteWriteAccepted> {
  const { counts, refused, unchanged } = await acceptPush(ctx, push, {
    source: 'remote-write',
    prefix: 'write',
    format: `remote-write-${version}`,
    read: (body, stream) => {
      const reading = reader.read((decoder) => decoder.decode(body, version));
      return ctx.actor.runId === undefined ? reading : beginAtNothing(reading, stream);
    },
  });
  return { ...counts, samples: Math.max(0, counts.samples - refused), unchanged };
}

/** Of the process: its requests hold the same series again and again. */
const reader = new RequestReader((sink) => new RemoteWriteDecoder(sink));
