import { convertUnit } from '@proofload/domain';

/** What a provider or a configuration caps, as a reference value. */
export interface ResourceCap {
  name: string;
  limit: number;
  /** `MB/s`, `Gbps`, `operations/s`. */
  unit: string;
}

export interface AllowedThroughput {
  name: string;
  /** What the cap allows, in the common unit. */
  allows: number;
}

export interface FirstLimit {
  /** From the cap that binds first to the last. */
  order: AllowedThroughput[];
  /** The cap that is reached first; null when none can be compared. */
  binding: string | null;
  /** Further caps that are reached at nearly the same throughput. */
  close: string[];
  /** Caps whose unit does not convert. */
  unknown: string[];
  unit: string;
}

const closeTo = 0.25;

/**
 * Which of several caps a growing throughput reaches first. Caps on operations are compared by the size of an operation.
 * @param operation size of one operation, such as 256 KiB a write; null when it is not known
 */
export function findFirstLimit(
  caps: readonly ResourceCap[],
  unit: string,
  operation: { size: number; unit: string } | null = null,
): FirstLimit {
  const unknown: string[] = [];
  const order = caps
    .flatMap(({ name, limit, unit: own }): AllowedThroughput[] => {
      const [size, sizeUnit] = own === 'operations/s' ? [operation?.size, `${operation?.unit}/s`] : [1, own];
      const allows = size === undefined ? null : convertUnit(limit * size, sizeUnit, unit);
      if (allows === null) unknown.push(name);
      return allows === null ? [] : [{ name, allows }];
    })
    .sort((a, b) => a.allows - b.allows);
  const [first, ...rest] = order;
  return {
    order,
    binding: first?.name ?? null,
    close: rest.flatMap(({ name, allows }) =>
      first && allows <= first.allows * (1 + closeTo) ? [name] : [],
    ),
    unknown,
    unit,
  };
}
