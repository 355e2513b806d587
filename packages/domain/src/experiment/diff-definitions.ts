export interface DefinitionChange {
  /** Such as `spec.replicates`. */
  path: string;
  /** Undefined when the value was added. */
  before: unknown;
  /** Undefined when the value was removed. */
  after: unknown;
}

/** What differs between two plain values, leaf by leaf, in the order of the first. */
export function diffDefinitions(before: unknown, after: unknown, path = ''): DefinitionChange[] {
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => {
      const inner = Array.isArray(before) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      return diffDefinitions(
        (before as Record<string, unknown>)[key],
        (after as Record<string, unknown>)[key],
        inner,
      );
    });
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;
