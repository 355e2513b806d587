import type { Comparison } from '@proofload/contracts';
import { describeLabels, type RunLine } from './align-series.ts';
import type { TimeSeriesGroup } from './time-series-input.ts';
import { styleAt, type TreatmentStyle } from './treatment-style.ts';

/** The lines of a compared group that have the same labels. */
export interface OverlayGroup extends TimeSeriesGroup {
  /** Key of the compared group. */
  key: string;
  /** The labels that tell its lines from others of the group; empty when there is one kind. */
  variant: string;
}

export interface OverlayLooks {
  comparison: Pick<Comparison, 'groups' | 'runs' | 'baseline'>;
  styles: ReadonlyMap<string, TreatmentStyle>;
  labels: ReadonlyMap<string, string>;
}

/** One group for every compared group and every set of labels that its runs have. */
export function groupLines(
  { comparison, styles, labels }: OverlayLooks,
  lines: readonly RunLine[],
): OverlayGroup[] {
  const told = lines.map((line) => ({ ...line, variant: describeLabels(line.labels) }));
  const variants = [...new Set(told.map(({ variant }) => variant))].sort();
  const names = new Map(comparison.runs.map((run) => [run.id, nameRun(run)]));
  return comparison.groups.flatMap((group) => {
    const excluded = new Set(group.excluded.map(({ run }) => run));
    const members = new Set(group.runs);
    const own = told.filter(({ run }) => members.has(run));
    return variants.flatMap((variant, place): OverlayGroup[] => {
      const drawn = own
        .filter((line) => line.variant === variant)
        .map((line) => ({ ...line, label: names.get(line.run) ?? line.run }));
      const style = styles.get(group.key);
      if (drawn.length === 0 || !style) return [];
      const name = labels.get(group.key) ?? group.key;
      return [
        {
          key: group.key,
          variant,
          label: variant === '' ? name : `${name} · ${variant}`,
          style: place === 0 ? style : { ...style, dash: styleAt(place).dash },
          isBaseline: group.key === comparison.baseline && variants.length === 1,
          lines: drawn.filter(({ run }) => !excluded.has(run)),
          asideLines: drawn.filter(({ run }) => excluded.has(run)),
        },
      ];
    });
  });
}

const nameRun = ({ name, replicate }: Comparison['runs'][number]): string =>
  replicate === null ? name : `replicate ${replicate}`;
