import type { Comparison, TradeOff } from '@proofload/contracts';
import { type Amount, exactly, formatAmount, treatmentKey } from '@proofload/domain';
import { meanInterval } from '@proofload/stats';
import { findParetoFront, type ParetoFront } from './pareto-front.ts';

type ComparedMeasurement = Comparison['measurements'][number];
type Cell = ComparedMeasurement['cells'][number];
type Point = TradeOff['points'][number];
type Side = Point['x'];
type Compared = Pick<Comparison, 'groups' | 'runs' | 'by'>;

interface Placed {
  group: string;
  name: string;
  x: Side;
  y: Side;
}

/**
 * Two measurements of every group against one another: which groups no other is better than in both (Pareto's front), and
 * which are dominated by whom. The front is that of the means, ranges and bounds counting for all that they allow; where
 * every mean has its interval, it is also said whether the front holds for all of them.
 */
export function weighTradeOff(compared: Compared, x: ComparedMeasurement, y: ComparedMeasurement): TradeOff {
  const cellsOf = ({ cells }: ComparedMeasurement) => new Map(cells.map((cell) => [cell.group, cell]));
  const [xs, ys] = [cellsOf(x), cellsOf(y)];
  const placed: Placed[] = [];
  const apart: TradeOff['apart'] = [];
  for (const { key } of compared.groups) {
    const [ownX, ownY] = [sideOf(xs.get(key)), sideOf(ys.get(key))];
    if (ownX && ownY) placed.push({ group: key, name: key, x: ownX, y: ownY });
    else apart.push({ group: key, reason: sayMissing([!ownX && x.name, !ownY && y.name]) });
  }
  const common = namePlaced(compared, placed);
  const points = judge(placed, x, y);
  const axis = ({ name, unit, better }: ComparedMeasurement) => ({ name, unit, better });
  return {
    x: axis(x),
    y: axis(y),
    points,
    replicates: pairReplicates(compared, xs, ys),
    apart,
    finding: sayFinding(points, { x, y, common }),
  };
}

function sideOf(cell: Cell | undefined): Side | null {
  if (!cell || cell.n === 0) return null;
  if (cell.mean === null)
    return cell.amount ? { n: cell.n, amount: cell.amount, low: null, high: null } : null;
  const interval = meanInterval(cell.values.map(({ value }) => value));
  return {
    n: cell.n,
    amount: exactly(cell.mean),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  };
}

const sayMissing = (names: readonly (string | false)[]): string =>
  `no completed run has ${names.filter((name) => name !== false).join(' or ')}`;

function judge(placed: readonly Placed[], x: ComparedMeasurement, y: ComparedMeasurement): Point[] {
  if (x.better === 'none' || y.better === 'none' || x.name === y.name)
    return placed.map((point) => ({ ...point, standing: 'none', by: [], isCertain: null }));
  const directions = [x.better, y.better];
  const front = (amountOf: (side: Side) => Amount) =>
    findParetoFront(
      placed.map((point) => ({ name: point.group, values: [amountOf(point.x), amountOf(point.y)] })),
      directions,
    );
  const atMeans = front(({ amount }) => amount);
  const hasIntervals = placed.every(({ x, y }) => x.low !== null && y.low !== null);
  const within = hasIntervals ? front(rangeOf) : null;
  return placed.map((point) => {
    const standing = standingOf(atMeans, point.group);
    return {
      ...point,
      ...standing,
      isCertain: within === null ? null : standingOf(within, point.group).standing === standing.standing,
    };
  });
}

const rangeOf = ({ amount, low, high }: Side): Amount =>
  low === null || high === null ? amount : { kind: 'range', low, high };

function standingOf(front: ParetoFront, group: string): Pick<Point, 'standing' | 'by'> {
  const dominated = front.dominated.find(({ name }) => name === group);
  if (dominated) return { standing: 'dominated', by: dominated.by };
  const unsure = front.unsure.find(({ name }) => name === group);
  return unsure ? { standing: 'unsure', by: unsure.maybeBy } : { standing: 'front', by: [] };
}

function pairReplicates(
  { runs }: Compared,
  xs: ReadonlyMap<string, Cell>,
  ys: ReadonlyMap<string, Cell>,
): TradeOff['replicates'] {
  const amountsOf = (cells: ReadonlyMap<string, Cell>) =>
    new Map(
      [...cells.values()].flatMap(({ values, amounts = [] }) => [
        ...values.map(({ run, value }) => [run, exactly(value)] as const),
        ...amounts.map(({ run, amount }) => [run, amount] as const),
      ]),
    );
  const [ownX, ownY] = [amountsOf(xs), amountsOf(ys)];
  return runs.flatMap(({ id, group }) => {
    const [x, y] = [ownX.get(id), ownY.get(id)];
    return x && y ? [{ run: id, group, x, y }] : [];
  });
}

/**
 * Names groups by the factors in which those that are weighed differ; a group of one run is called as the run.
 * @returns what they have in common, such as `mode=equal`; empty when that is nothing, or all
 */
function namePlaced({ by, runs, groups }: Compared, placed: readonly Placed[]): string {
  if (by !== 'treatment') {
    const names = new Map(by === 'run' ? runs.map(({ id, name }) => [id, name]) : []);
    for (const one of placed) one.name = names.get(one.group) ?? one.group;
    return '';
  }
  const params = new Map(groups.map((group) => [group.key, group.params]));
  const [first = {}, ...others] = placed.map(({ group }) => params.get(group) ?? {});
  const isCommon = (name: string) => others.every((other) => other[name] === first[name]);
  const shared = Object.entries(first).filter(([name]) => isCommon(name));
  if (others.length === 0 || shared.length === 0 || shared.length === Object.keys(first).length) return '';
  for (const one of placed)
    one.name = treatmentKey(
      Object.fromEntries(Object.entries(params.get(one.group) ?? {}).filter(([name]) => !isCommon(name))),
    );
  return treatmentKey(Object.fromEntries(shared));
}

interface Naming {
  x: ComparedMeasurement;
  y: ComparedMeasurement;
  common: string;
}

/** More names than that make no sentence. */
const maxNamed = 8;

/** One that is better is enough to be dominated; the figure and its table name all. */
const maxDominators = 2;

function sayFinding(points: readonly Point[], naming: Naming): string {
  const { x, y, common } = naming;
  const nameOf = new Map(points.map(({ group, name }) => [group, name]));
  const names = (key: string) => nameOf.get(key) ?? key;
  const said = `${x.name} against ${y.name}`;
  if (x.name === y.name) return `There is no trade-off of ${x.name} with itself: choose two measurements.`;
  const undirected = [x, y].filter(({ better }) => better === 'none').map(({ name }) => name);
  if (undirected.length > 0)
    return `No side of ${undirected.join(' or ')} is the better one, so there is no front of ${said}.`;
  if (points.length < 2)
    return `${points.length === 0 ? 'No group has' : 'Only one group has'} both ${x.name} and ${y.name}, so there is nothing to weigh.`;
  const front = points.filter(({ standing }) => standing === 'front');
  const dominated = points.filter(({ standing }) => standing === 'dominated');
  const unsure = points.filter(({ standing }) => standing === 'unsure');
  const list = (some: readonly Point[]) => sayList(some.map((point) => sayPoint(point, naming)));
  const sentences: string[] = [];
  if (front.length > 1)
    sentences.push(
      `${list(front)} are a Pareto front of ${said}: each is better than every other in one of the two or the other, so no winner is named.`,
    );
  else if (front.length === 1 && unsure.length === 0)
    sentences.push(
      `${list(front)} is at least as good as every other group in both ${x.name} and ${y.name}, and better in one.`,
    );
  else if (front.length === 1) sentences.push(`${list(front)} is on the front of ${said}.`);
  for (const { group, by } of dominated.slice(0, maxNamed))
    sentences.push(`${names(group)} is dominated by ${sayList(by.map(names), maxDominators)}.`);
  for (const { group, by } of unsure.slice(0, maxNamed))
    sentences.push(
      `Whether ${names(group)} is dominated by ${sayList(by.map(names))} cannot be told from ranges and bounds.`,
    );
  if (common !== '') sentences.push(`All of them have ${common}.`);
  sentences.push(...sayCertainty(points, names));
  return sentences.join(' ');
}

function sayCertainty(points: readonly Point[], names: (key: string) => string): string[] {
  const single = points.some(({ x, y }) => x.n < 2 || y.n < 2);
  if (single) return ['At n=1 it is not assessable how certain that is.'];
  const open = points.filter(({ isCertain }) => isCertain === false);
  if (open.length === 0) return [];
  return [
    `Within the 95 % intervals of the means, the place of ${sayList(open.map(({ group }) => names(group)))} may be another.`,
  ];
}

function sayPoint({ name, x, y }: Point, naming: Naming): string {
  return `${name} (${formatAmount(x.amount, naming.x.unit)}, ${formatAmount(y.amount, naming.y.unit)})`;
}

function sayList(parts: readonly string[], most = maxNamed): string {
  const shown = parts.length > most ? [...parts.slice(0, most), `${parts.length - most} more`] : [...parts];
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}
