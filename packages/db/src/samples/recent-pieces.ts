import type { SampleColumns } from '@proofload/series';

/** Of all runs; a sample takes 24 bytes. */
const maxRememberedSamples = 1_500_000;

interface RecentPiece {
  digest: Uint8Array;
  columns: SampleColumns;
}

/** Samples of the newest pieces that this process has accepted, which spares reading them back to merge them. */
export class RecentPieces {
  readonly #pieces = new Map<string, RecentPiece>();
  #samples = 0;

  remember(runKey: bigint, piece: string, recent: RecentPiece): void {
    // Sketches are large, and few come as streams.
    if (recent.columns.sketches.length + recent.columns.counted.length > 0) return;
    this.#pieces.set(keyOf(runKey, piece), recent);
    this.#samples += recent.columns.series.length;
    for (const oldest of this.#pieces.keys()) {
      if (this.#samples <= maxRememberedSamples) break;
      this.#forget(oldest);
    }
  }

  /** @param digest of the piece: a server that took the place of another may give its number to another piece */
  find(runKey: bigint, piece: string, digest: Buffer): SampleColumns | null {
    const recent = this.#pieces.get(keyOf(runKey, piece));
    return recent && digest.equals(recent.digest) ? recent.columns : null;
  }

  forget(runKey: bigint, piece: string): void {
    this.#forget(keyOf(runKey, piece));
  }

  #forget(key: string): void {
    this.#samples -= this.#pieces.get(key)?.columns.series.length ?? 0;
    this.#pieces.delete(key);
  }
}

const keyOf = (runKey: bigint, piece: string): string => `${runKey} ${piece}`;
