import { type Replicated, replicate } from './balance-groups.ts';
import type { Breakdown } from './break-down.ts';

interface GroupPart extends Replicated {
  /** Values of the labels, in the order asked for. */
  labels: string[];
  /** Of the group's total; null for a total of zero. */
  share: number | null;
}

export interface GroupBreakdown {
  group: string;
  /** Runs that count. */
  n: number;
  total: Replicated;
  /** The same parts in the same order for every group; `n` is 0 where no run of the group has the part. */
  parts: GroupPart[];
  /** All others together; null when there are none. */
  others: { count: number; value: number; share: number | null } | null;
}

/**
 * Breakdowns of replicates together, group by group. The parts that are greatest over all groups are shown of each, so
 * that they stand side by side. A run without a part has 0 of it, or the means would not add up to that of the totals.
 * @param groups breakdowns into all parts of the runs that count, by group
 */
export function breakDownGroups(
  groups: ReadonlyMap<string, readonly Breakdown[]>,
  top: number,
): GroupBreakdown[] {
  const names = new Map<string, { labels: string[]; most: number }>();
  const byGroup = [...groups].map(([group, runs]) => {
    const values = new Map<string, number[]>();
    for (const { parts } of runs) {
      for (const { labels, value } of parts) {
        const key = JSON.stringify(labels);
        values.set(key, [...(values.get(key) ?? []), value]);
      }
    }
    const means = new Map([...values].map(([key, own]) => [key, sum(own) / runs.length]));
    for (const [key, value] of means) {
      const most = Math.max(value, names.get(key)?.most ?? 0);
      names.set(key, { labels: JSON.parse(key) as string[], most });
    }
    return { group, runs, values, means };
  });
  const ranked = [...names].sort(([a, one], [b, two]) => two.most - one.most || (a < b ? -1 : 1));
  return byGroup.map(({ group, runs, values, means }) => {
    const total = replicate(runs.map((run) => run.total));
    const shareOf = (value: number) => (total.mean === null || total.mean === 0 ? null : value / total.mean);
    const parts = ranked.slice(0, top).map(([key, { labels }]): GroupPart => {
      const own = values.get(key) ?? [];
      const value = runs.length === 0 ? null : (means.get(key) ?? 0);
      const share = value === null ? null : shareOf(value);
      return { labels, ...replicate(own), mean: value, share };
    });
    const rest = ranked.slice(top).flatMap(([key]) => means.get(key) ?? []);
    const others = { count: rest.length, value: sum(rest), share: shareOf(sum(rest)) };
    return { group, n: runs.length, total, parts, others: rest.length === 0 ? null : others };
  });
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
