import { formatNumber, type StepFailure, sayStepFailure } from '@proofload/domain';
import type { Interval } from '@proofload/stats';
import type { CapacityBounds, ResourceTrend } from './capacity.ts';

/** A resource that grows by the unit from what is there without any, with its limit; all in one unit. */
export interface ResourceGrowth {
  name: string;
  base: number;
  perUnit: number;
  limit: number;
}

export interface ProjectionComparison {
  /** Units at which the resource would reach its limit; null when it does not grow. */
  projected: number | null;
  failedAt: number;
  failure: StepFailure;
  /** Seen over projected. */
  share: number | null;
  /** `resource`: it failed by running out of it; `something-else`: it failed in another way before that. */
  boundBy: 'resource' | 'something-else';
  sentence: string;
}

/**
 * The projected limit of a resource beside the failure that was seen. A timeout near the projected number is not taken for
 * its proof: only a failure of the kind that running out makes is.
 */
export function compareProjection(
  { name, base, perUnit, limit }: ResourceGrowth,
  { failedAt, failure }: { failedAt: number; failure: StepFailure },
  { noun = 'units' }: { noun?: string } = {},
): ProjectionComparison {
  const projected = perUnit > 0 ? (limit - base) / perUnit : null;
  const isOut = failure === 'oom-killed' && /mem/i.test(name);
  const seen = `failed at ${formatNumber(failedAt)} ${noun}: ${sayStepFailure(failure)}`;
  const expected =
    projected === null
      ? `${name} does not grow`
      : `${name} reaches its limit at ${formatNumber(projected)} ${noun}`;
  return {
    projected,
    failedAt,
    failure,
    share: projected === null ? null : failedAt / projected,
    boundBy: isOut ? 'resource' : 'something-else',
    sentence: `${expected}; ${seen}${isOut ? '' : `, so something other than ${name} bound it`}`,
  };
}

export interface LimitComparison {
  /** Resources with a limit that they grow towards, the one that would be reached first at the head. */
  projections: {
    name: string;
    projected: number;
    interval: Interval | null;
    comparison: ProjectionComparison | null;
  }[];
  /** The resource whose limit would be reached first; null when none grows towards one. */
  first: string | null;
  /** The resource that the failure says ran out; null when it was none of them, or when nothing failed. */
  bound: string | null;
}

/** The projected limits of all resources of a capacity search beside the failure that ended it. */
export function compareLimits(
  trends: readonly ResourceTrend[],
  { firstBad, failure }: Pick<CapacityBounds, 'firstBad' | 'failure'>,
  { noun = 'units' }: { noun?: string } = {},
): LimitComparison {
  const projections = trends
    .flatMap(({ name, limit, line, projected }) => {
      if (limit === null || line === null || projected === null) return [];
      const growth = { name, base: line.intercept, perUnit: line.slope, limit };
      const comparison =
        firstBad === null || failure === null
          ? null
          : compareProjection(growth, { failedAt: firstBad, failure }, { noun });
      return [{ name, projected: projected.value, interval: projected.interval, comparison }];
    })
    .sort((a, b) => a.projected - b.projected);
  return {
    projections,
    first: projections[0]?.name ?? null,
    bound: projections.find(({ comparison }) => comparison?.boundBy === 'resource')?.name ?? null,
  };
}
