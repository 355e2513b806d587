/** What a value is shared by, such as the nodes or the shards that it was reached with. */
export interface Share {
  /** In the singular, as it stands in the unit: `node`. */
  noun: string;
  count: number;
}

/**
 * A value for each node, shard or core: 15 000 applications in 9 min on 2 nodes are 833 applications/min/node.
 * Null when a count is not above zero, so that there is nothing to share by.
 */
export function normaliseValue(
  value: number,
  unit: string,
  shares: readonly Share[],
): { value: number; unit: string } | null {
  if (!shares.every(({ count }) => count > 0)) return null;
  return {
    value: shares.reduce((rest, { count }) => rest / count, value),
    unit: [unit, ...shares.map(({ noun }) => noun)].join('/'),
  };
}
