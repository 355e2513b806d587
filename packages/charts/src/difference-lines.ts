import { medianLine } from './median-line.ts';
import type { OverlayGroup } from './overlay-groups.ts';

/**
 * Each group minus the baseline: the median of its replicates less that of the baseline's lines with the same labels, in
 * every step in which both have one. The baseline itself is left out, and so is what it has no lines beside.
 */
export function subtractBaseline(
  groups: readonly OverlayGroup[],
  baseline: string,
  stepMs: number,
): OverlayGroup[] {
  const references = new Map(
    groups
      .filter(({ key }) => key === baseline)
      .map(({ variant, lines }) => [variant, new Map(zip(medianLine(lines, stepMs)))]),
  );
  return groups.flatMap(({ asideLines: _, ...group }): OverlayGroup[] => {
    const reference = group.key === baseline ? undefined : references.get(group.variant);
    if (!reference || group.lines.length === 0) return [];
    const { times, values } = medianLine(group.lines, stepMs);
    const differences = values.map((value, index) => {
      const other = reference.get(times[index] ?? 0) ?? null;
      return value === null || other === null ? null : value - other;
    });
    const label = 'difference';
    const stands = group.lines.length > 1 ? `median of ${group.lines.length}` : undefined;
    return [{ ...group, lines: [{ label, times, values: differences }], ...(stands ? { stands } : {}) }];
  });
}

const zip = ({ times, values }: ReturnType<typeof medianLine>): [number, number | null][] =>
  times.map((time, index) => [time, values[index] ?? null]);
