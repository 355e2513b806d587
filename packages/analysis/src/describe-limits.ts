import type { DeclaredLimit } from '@proofload/contracts';
import type { AddressesLimit, LimitDefinition } from '@proofload/domain';
import { countNodes } from './address-range.ts';
import { describeCaps } from './describe-caps.ts';
import { describeResource } from './describe-resource.ts';
import { type LimitedRun, middleOf, readOperand } from './limit-operand.ts';

/** The limits that a definition declares, reckoned for one run, beside what was seen of it. */
export function describeLimits(limits: readonly LimitDefinition[], run: LimitedRun): DeclaredLimit[] {
  return limits.map((limit) => describeOne(limit, run));
}

function describeOne(limit: LimitDefinition, run: LimitedRun): DeclaredLimit {
  switch (limit.kind) {
    case 'resource':
      return describeResource(limit, run);
    case 'caps':
      return describeCaps(limit, run);
    case 'addresses':
      return describeAddresses(limit, run);
  }
}

function describeAddresses(limit: AddressesLimit, run: LimitedRun): DeclaredLimit {
  const { name, version } = limit;
  const prefix = readLength(limit.prefix, version, run);
  const nodePrefix = readLength(limit.nodePrefix, version, run);
  const reached = limit.reached === null ? null : readNumber(limit.reached, run);
  const known = { kind: 'addresses' as const, name, prefix, nodePrefix, reached };
  if (prefix === null || nodePrefix === null) {
    const missing = prefix === null ? limit.prefix : limit.nodePrefix;
    return { ...known, nodes: null, sentence: `Not told: ${missing} is no length of a prefix.` };
  }
  const nodes = countNodes({ prefix, nodePrefix, version });
  const range = `A /${prefix} with a /${nodePrefix} a node has addresses for`;
  const power = nodePrefix < prefix ? 'no node' : `2^(${nodePrefix} - ${prefix}) = ${nodes} nodes`;
  return { ...known, nodes, sentence: `${range} ${power}${sayReached(reached, nodes)}.` };
}

function sayReached(reached: number | null, nodes: number): string {
  if (reached === null) return '';
  const seen = `; ${reached} were reached`;
  if (reached === nodes) return `${seen}, so the range was used up`;
  return reached < nodes ? `${seen}, so something else ended it` : `${seen}, more than that`;
}

function readNumber(text: string, run: LimitedRun): number | null {
  const operand = readOperand(text, run);
  return 'note' in operand ? null : middleOf(operand.amount);
}

function readLength(text: string, version: 4 | 6, run: LimitedRun): number | null {
  const length = readNumber(text, run);
  return length !== null && Number.isInteger(length) && length >= 0 && length <= (version === 4 ? 32 : 128)
    ? length
    : null;
}
