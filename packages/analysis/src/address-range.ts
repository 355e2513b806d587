/** Bits of an address, by version of the protocol. */
const addressBits = { 4: 32, 6: 128 } as const;

export interface AddressRange {
  /** Length of the prefix of the whole range: 21 for a /21. */
  prefix: number;
  /** Length of the prefix of what each node gets: 24 for a /24. */
  nodePrefix: number;
  version?: 4 | 6;
}

/** Nodes that a range has addresses for: 2^(node prefix - prefix). A /21 with a /24 a node is enough for 8. */
export function countNodes({ prefix, nodePrefix, version = 4 }: AddressRange): number {
  const bits = addressBits[version];
  for (const [name, length] of Object.entries({ prefix, nodePrefix }))
    if (!Number.isInteger(length) || length < 0 || length > bits)
      throw new RangeError(`expected ${name} to be a whole number from 0 to ${bits}, not ${length}`);
  return nodePrefix < prefix ? 0 : 2 ** (nodePrefix - prefix);
}

/**
 * The prefix that a node gets for a number of pods, when a node gets at least twice as many addresses as pods, as GKE
 * hands them out: a /24 for 110 pods.
 */
export function nodePrefixFor(podsPerNode: number, version: 4 | 6 = 4): number {
  if (!(podsPerNode >= 1)) throw new RangeError(`expected at least one pod a node, not ${podsPerNode}`);
  return addressBits[version] - Math.ceil(Math.log2(2 * podsPerNode));
}

/** The range that a number of nodes needs: 9 nodes with a /24 each need a /20. */
export function prefixFor(nodes: number, nodePrefix: number): number {
  return nodePrefix - Math.ceil(Math.log2(Math.max(1, nodes)));
}
