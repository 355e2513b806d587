import type { Comparison } from '@proofload/contracts';
import { formatInterval, formatRatio } from '@proofload/domain';
import type { ChartModel } from './chart-model.ts';
import { type ForestRow, forestOption } from './forest-option.ts';
import type { TreatmentStyle } from './treatment-style.ts';

export interface ForestInput {
  comparison: Pick<Comparison, 'measurements' | 'groups' | 'baseline'>;
  styles: ReadonlyMap<string, TreatmentStyle>;
  /** What a group is called, by key. */
  labels: ReadonlyMap<string, string>;
}

const rowHeight = 26;

/** Every measurement's ratio to the baseline with its interval around 1x, the better side shaded. */
export function buildForest({ comparison, styles, labels }: ForestInput): ChartModel {
  const { baseline, measurements } = comparison;
  const others = comparison.groups.filter(({ key }) => key !== baseline);
  const isPair = others.length === 1;
  const rows = measurements.flatMap(({ name, better, cells }): ForestRow[] => {
    const ratios = others.flatMap(({ key }): ForestRow[] => {
      const cell = cells.find(({ group }) => group === key);
      const style = styles.get(key);
      if (!cell || !style) return [];
      const { ratio, low, high, sentence } = cell;
      const label = isPair ? name : (labels.get(key) ?? key);
      return [
        {
          kind: 'ratio',
          label,
          measurement: name,
          better,
          style,
          ratio,
          low,
          high,
          said: sayCell(cell),
          sentence,
        },
      ];
    });
    return isPair || ratios.length === 0 ? ratios : [{ kind: 'heading', label: name, better }, ...ratios];
  });
  const ratios = rows.flatMap((row) => (row.kind === 'ratio' ? [row] : []));
  const baselineLabel = baseline === null ? '' : (labels.get(baseline) ?? baseline);
  const sayGroup = isPair && others[0] ? `${labels.get(others[0].key) ?? others[0].key}, ` : '';
  return {
    title: 'Ratio to the baseline',
    description: `Ratio to ${baselineLabel} with 95 % interval: ${sayGroup}${ratios.map((row) => `${row.measurement}${isPair ? '' : ` of ${row.label}`} ${row.sentence}`).join('; ')}.`,
    table: {
      columns: [
        { name: 'Measurement', unit: null },
        { name: 'Treatment', unit: null },
        { name: 'Ratio', unit: 'x' },
        { name: 'Low', unit: 'x' },
        { name: 'High', unit: 'x' },
        { name: 'n', unit: null },
        { name: 'Finding', unit: null },
      ],
      rows: measurements.flatMap(({ name, cells }) =>
        cells
          .filter(({ group }) => group !== baseline)
          .map((cell) => [
            name,
            labels.get(cell.group) ?? cell.group,
            cell.ratio,
            cell.low,
            cell.high,
            cell.n,
            cell.sentence,
          ]),
      ),
    },
    legend: [],
    notes: ratios.some(({ ratio }) => ratio !== null && ratio <= 0)
      ? ['Ratios of zero or less have no place on this scale']
      : [],
    isEmpty: ratios.length === 0,
    height: rows.length * rowHeight + 64,
    time: null,
    buildOption: (look) => forestOption(look, rows, baselineLabel),
  };
}

function sayCell(cell: Comparison['measurements'][number]['cells'][number]): string {
  if (cell.difference === 'no-data') return cell.n === 0 ? 'no data' : 'baseline has no data';
  if (cell.ratio === null) return 'no ratio to zero';
  const ratio = formatRatio(cell.ratio);
  if (cell.difference === 'not-assessable' || cell.low === null) return `${ratio}, n=${cell.n}`;
  return `${ratio} ${formatInterval(cell.low, cell.high)}`.trim();
}
