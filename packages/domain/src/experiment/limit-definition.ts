import type { LimitDocument } from './limit-schema.ts';

/** A text that names a measurement or a factor, or says a quantity in which `${factor}` stands for its level. */
type LimitOperand = string;

/** A resource that grows with every unit until it is used up. */
export interface ResourceLimit {
  kind: 'resource';
  name: string;
  base: LimitOperand;
  perUnit: LimitOperand;
  limit: LimitOperand;
  /** What the units are, such as `pods`. */
  noun: string;
  /** The measurement of the units at which it failed. */
  failedAt: string | null;
  /** The fact that says how it failed. */
  failure: string | null;
}

/** Several caps on one throughput, of which one is reached first. */
export interface CapsLimit {
  kind: 'caps';
  name: string;
  caps: Readonly<Record<string, LimitOperand>>;
  /** In which they are compared. */
  unit: string;
  /** Size of one operation; null when it is not known. */
  operation: LimitOperand | null;
  reached: string | null;
  /** The fact that says which cap was seen to bind. */
  bound: string | null;
}

/** A range of addresses that is cut into one piece a node. */
export interface AddressesLimit {
  kind: 'addresses';
  name: string;
  prefix: LimitOperand;
  nodePrefix: LimitOperand;
  version: 4 | 6;
  reached: string | null;
}

export type LimitDefinition = ResourceLimit | CapsLimit | AddressesLimit;

/** A limit in the form that all other code works with. */
export function toLimit(document: LimitDocument): LimitDefinition {
  const { name } = document;
  if ('resource' in document) {
    const { failedAt = null, failure = null, ...resource } = document.resource;
    return { kind: 'resource', name, ...resource, failedAt, failure };
  }
  const reached = document.reached ?? null;
  if ('addresses' in document) return { kind: 'addresses', name, ...document.addresses, reached };
  const { caps, unit, operation = null, bound = null } = document;
  return { kind: 'caps', name, caps, unit, operation, reached, bound };
}
