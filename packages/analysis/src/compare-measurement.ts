import type { ComparedCell, Comparison } from '@proofload/contracts';
import {
  type Amount,
  convertAmount,
  convertUnit,
  divideAmounts,
  exactly,
  formatAmount,
  formatAmountRatio,
  formatQuantity,
  meanAmount,
} from '@proofload/domain';
import { mean, median, standardDeviation } from '@proofload/stats';
import type { ComparableRun } from './comparable-run.ts';
import { compareValues, type ValueComparison } from './compare-values.ts';
import type { RunGroup } from './group-runs.ts';

type ComparedMeasurement = Comparison['measurements'][number];

/** What a group has of a measurement, in one unit. */
interface GroupValues {
  values: ComparedCell['values'];
  /** Of runs whose value is not known exactly. */
  amounts: NonNullable<ComparedCell['amounts']>;
}

/** One measurement of every group, against the baseline. Runs that did not complete have no part in it. */
export function compareMeasurement(
  name: string,
  groups: readonly RunGroup[],
  baseline: string | null,
  runs: readonly ComparableRun[],
): ComparedMeasurement {
  const known = runs.flatMap(({ measurements }) =>
    Object.hasOwn(measurements, name) ? (measurements[name] ?? []) : [],
  );
  const newest = known.find(({ value, amount }) => value !== null || amount) ?? known[0];
  const unit = newest?.unit ?? null;
  const better = newest?.better ?? 'none';
  const valuesOf = (group: RunGroup | undefined) => collectValues(group?.included ?? [], name, unit);
  const reference = valuesOf(groups.find(({ key }) => key === baseline));
  const cells = groups.map((group): ComparedCell => {
    const found = valuesOf(group);
    const { values, amounts } = found;
    const numbers = values.map(({ value }) => value);
    const n = values.length + amounts.length;
    const base = { group: group.key, n, ...describe(numbers), values };
    if (amounts.length > 0 || reference.amounts.length > 0)
      return { ...base, ...compareAmounts(found, reference, { unit, isBaseline: group.key === baseline }) };
    if (group.key === baseline) return { ...base, ...asBaseline(numbers, unit) };
    return {
      ...base,
      ...compareValues(
        numbers,
        reference.values.map(({ value }) => value),
        better,
        unit,
      ),
    };
  });
  return { name, unit, better, cells };
}

function collectValues(runs: readonly ComparableRun[], name: string, unit: string | null): GroupValues {
  const values: GroupValues['values'] = [];
  const amounts: GroupValues['amounts'] = [];
  for (const { id: run, measurements } of runs) {
    const found = Object.hasOwn(measurements, name) ? measurements[name] : undefined;
    if (found === undefined) continue;
    const { amount: known } = found;
    const value = found.value === null ? null : convertUnit(found.value, found.unit ?? '', unit ?? '');
    const amount = known ? convertAmount(known, found.unit ?? '', unit ?? '') : null;
    if (value !== null) values.push({ run, value });
    else if (amount !== null) amounts.push({ run, amount });
  }
  return { values, amounts };
}

function describe(
  values: readonly number[],
): Pick<ComparedCell, 'median' | 'mean' | 'min' | 'max' | 'stddev'> {
  return {
    median: median(values),
    mean: mean(values),
    min: values.length === 0 ? null : Math.min(...values),
    max: values.length === 0 ? null : Math.max(...values),
    stddev: standardDeviation(values),
  };
}

function asBaseline(values: readonly number[], unit: string | null): ValueComparison {
  const center = mean(values);
  return {
    ratio: center === null || center === 0 ? null : 1,
    low: null,
    high: null,
    difference: center === null ? 'no-data' : 'baseline',
    sentence:
      center === null ? 'no data' : `${formatQuantity(center, unit)}, n=${values.length}: the baseline`,
  };
}

/** Where ranges or bounds take part there is no spread to judge by, only what is known of the mean and of its ratio. */
function compareAmounts(
  own: GroupValues,
  reference: GroupValues,
  { unit, isBaseline }: { unit: string | null; isBaseline: boolean },
): ValueComparison & Pick<ComparedCell, 'amounts' | 'amount' | 'mean'> {
  const [amount, base] = [meanOf(own), meanOf(reference)];
  const n = own.values.length + own.amounts.length;
  const known = {
    mean: own.amounts.length > 0 ? null : mean(own.values.map(({ value }) => value)),
    ...(own.amounts.length > 0 ? { amounts: own.amounts } : {}),
    ...(own.amounts.length > 0 && amount ? { amount } : {}),
    ratio: null,
    low: null,
    high: null,
  };
  if (n === 0) return { ...known, difference: 'no-data', sentence: 'no data' };
  const said = `${formatAmount(amount, unit)}, n=${n}`;
  if (isBaseline) return { ...known, difference: 'baseline', sentence: `${said}: the baseline` };
  if (base === null)
    return { ...known, difference: 'no-data', sentence: `${said}, but the baseline has no data` };
  const ratio = amount === null ? null : divideAmounts(amount, base, 0);
  const sentence = `${said}: ${formatAmountRatio(ratio)}, not assessable from ranges`;
  return { ...known, difference: 'not-assessable', sentence };
}

const meanOf = ({ values, amounts }: GroupValues): Amount | null =>
  meanAmount([...values.map(({ value }) => exactly(value)), ...amounts.map(({ amount }) => amount)]);
