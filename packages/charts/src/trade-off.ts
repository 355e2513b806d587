import type { TradeOff } from '@proofload/contracts';
import { type Amount, amountBounds, formatAmount, scaleQuantity } from '@proofload/domain';
import type { ChartModel } from './chart-model.ts';
import { tradeOffOption } from './trade-off-option.ts';
import type { TreatmentStyle } from './treatment-style.ts';

export interface TradeOffInput {
  tradeOff: TradeOff;
  baseline: string | null;
  styles: ReadonlyMap<string, TreatmentStyle>;
  labels: ReadonlyMap<string, string>;
  /** Names for beside the marks, where room is scarce; taken where they are shorter than those that the points have. */
  marks?: ReadonlyMap<string, string>;
}

const betterWords = { lower: 'lower is better', higher: 'higher is better', none: null } as const;
const standings = {
  front: 'on the front',
  dominated: 'dominated',
  unsure: 'cannot be told',
  none: 'no front',
} as const;

/** Two measurements against one another: replicates as points, means with their intervals as crosses, the Pareto front as steps. */
export function buildTradeOff({ tradeOff, baseline, styles, labels, marks }: TradeOffInput): ChartModel {
  const { x, y, points, replicates } = tradeOff;
  const name = (group: string) => labels.get(group) ?? group;
  const groups = points.flatMap((point) => {
    const style = styles.get(point.group);
    const own = replicates.filter(({ group }) => group === point.group);
    const short = marks?.get(point.group) ?? point.name;
    const shown = short.length < point.name.length ? short : point.name;
    return style ? [{ ...point, name: shown, label: name(point.group), style, replicates: own }] : [];
  });
  const scaleOf = (side: 'x' | 'y', unit: string | null) =>
    scaleQuantity(Math.max(0, ...points.flatMap((point) => endsOf(point[side].amount, point[side]))), unit);
  const [scaleX, scaleY] = [scaleOf('x', x.unit), scaleOf('y', y.unit)];
  const title = `${y.name} against ${x.name}`;
  return {
    title,
    description: `${title}. ${tradeOff.finding}`,
    table: {
      columns: [
        { name: 'Group', unit: null },
        { name: x.name, unit: null },
        { name: `n of ${x.name}`, unit: null },
        { name: y.name, unit: null },
        { name: `n of ${y.name}`, unit: null },
        { name: 'Standing', unit: null },
        { name: 'By', unit: null },
      ],
      rows: groups.map(({ label, x: onX, y: onY, standing, by }) => [
        label,
        formatAmount(onX.amount, x.unit),
        onX.n,
        formatAmount(onY.amount, y.unit),
        onY.n,
        standings[standing],
        by.map(name).join('; '),
      ]),
    },
    legend: groups.map(({ label, group, style }) => ({
      name: label,
      style,
      isBaseline: group === baseline,
      last: null,
      lastValue: null,
    })),
    notes: [
      ...(points.some(({ x: onX, y: onY }) => isOpen(onX.amount) || isOpen(onY.amount))
        ? ['An arrow points to where the value lies beyond its bound; a range is drawn between its two ends']
        : []),
      ...tradeOff.apart.map(({ group, reason }) => `${name(group)} takes no part: ${reason}`),
    ],
    isEmpty: groups.length === 0,
    height: 380,
    time: null,
    buildOption: (look) =>
      tradeOffOption(look, {
        groups,
        x: {
          name: axisName(x.name, scaleX.unit, betterWords[x.better]),
          factor: scaleX.factor,
          better: x.better,
        },
        y: {
          name: axisName(y.name, scaleY.unit, betterWords[y.better]),
          factor: scaleY.factor,
          better: y.better,
        },
        say: (point) => [
          `${formatAmount(point.x.amount, x.unit)}, n=${point.x.n}`,
          `${formatAmount(point.y.amount, y.unit)}, n=${point.y.n}`,
          standings[point.standing],
        ],
      }),
  };
}

const axisName = (name: string, unit: string, better: string | null): string =>
  [unit === '' ? name : `${name} (${unit})`, ...(better === null ? [] : [better])].join(', ');

const isOpen = ({ kind }: Amount): boolean => kind !== 'exact';

/** The ends that are there, of an amount and of its interval. */
function endsOf(amount: Amount, { low, high }: { low: number | null; high: number | null }): number[] {
  const bounds = amountBounds(amount);
  return [bounds.low, bounds.high, low, high].filter(
    (end): end is number => end !== null && Number.isFinite(end),
  );
}
