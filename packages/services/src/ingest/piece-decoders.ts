import type { PieceDecoder, PieceDecoders } from '@proofload/db';
import type { Rollup, SampleSink } from '@proofload/series';
import { RemoteWriteDecoder, type RemoteWriteVersion } from '@proofload/sources';
import { cleanIdentity } from './clean-identity.ts';

/** The format in which a request of a version is kept until it is merged. */
export const remoteWriteFormat = (version: RemoteWriteVersion): string => `remote-write-${version}`;

const versions = ['1.0', '2.0'] as const;

/** What reads the pieces of streams that this package accepts; the sample store merges with it. */
export const pieceDecoders: PieceDecoders = Object.fromEntries(
  versions.map((version) => [remoteWriteFormat(version), decodeRemoteWrites(version)]),
);

function decodeRemoteWrites(version: RemoteWriteVersion): PieceDecoder {
  return (pieces, rollup) => {
    const decoder = new RemoteWriteDecoder(cleanSink(rollup));
    for (const piece of pieces) decoder.decode(piece, version);
  };
}

const cleanSink = (rollup: Rollup): Pick<SampleSink, 'series' | 'add'> => ({
  series: (identity) => rollup.series(cleanIdentity(identity)),
  add: (ref, timeMs, value) => rollup.add(ref, timeMs, value),
});
