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
import { mean, median, predictionInterval, standardDeviation } from '@proofload/stats';
import { type EffectAssessment, sayAdvice } from './assess-effect.ts';
import type { ComparableRun } from './comparable-run.ts';
import { compareValues } from './compare-values.ts';
import type { RunGroup } from './group-runs.ts';

type ComparedMeasurement = Comparison['measurements'][number];

/** What a group has of a measurement, in one unit. */
interface GroupValues {
  values: ComparedCell['values'];
  /** Of runs whose value is not known exactly. */
  amounts: NonNullable<ComparedCell['amounts']>;
}

/** A cell before all comparisons are looked at together. */
export interface JudgedCell extends Omit<ComparedCell, 'effect'> {
  judged: {
    /** How great the difference is, as it stands in the sentence before the judgement. */
    size: string;
    /** Null for ranges, which have no spread to judge by. */
    effect: Omit<NonNullable<ComparedCell['effect']>, 'adjusted' | 'holm' | 'confounders'> | null;
  };
}

export interface JudgedMeasurement extends Omit<ComparedMeasurement, 'cells'> {
  cells: JudgedCell[];
}

export interface CompareMeasurementInput {
  groups: readonly RunGroup[];
  baseline: string | null;
  runs: readonly ComparableRun[];
  /** The least change that matters, as a share of the baseline, where it is stated. */
  minimumEffect?: number | undefined;
}

/** One measurement of every group, against the baseline. Runs that did not complete have no part in it. */
export function compareMeasurement(
  name: string,
  { groups, baseline, runs, minimumEffect }: CompareMeasurementInput,
): JudgedMeasurement {
  const known = runs.flatMap(({ measurements }) =>
    Object.hasOwn(measurements, name) ? (measurements[name] ?? []) : [],
  );
  const newest = known.find(({ value, amount }) => value !== null || amount) ?? known[0];
  const unit = newest?.unit ?? null;
  const better = newest?.better ?? 'none';
  const valuesOf = (group: RunGroup | undefined) => collectValues(group?.included ?? [], name, unit);
  const reference = valuesOf(groups.find(({ key }) => key === baseline));
  const baselineNumbers = reference.values.map(({ value }) => value);
  const cells = groups.map((group): JudgedCell => {
    const found = valuesOf(group);
    const { values, amounts } = found;
    const numbers = values.map(({ value }) => value);
    const n = values.length + amounts.length;
    const base = { group: group.key, n, ...describe(numbers), values };
    if (amounts.length > 0 || reference.amounts.length > 0) {
      const { size, ...compared } = compareAmounts(found, reference, {
        unit,
        isBaseline: group.key === baseline,
      });
      return { ...base, ...compared, judged: { size, effect: null } };
    }
    if (group.key === baseline) return { ...base, ...asBaseline(numbers, unit) };
    const options = { better, unit, ...(minimumEffect === undefined ? {} : { minimumEffect }) };
    const {
      size,
      effect,
      minimumEffect: least,
      ...compared
    } = compareValues(numbers, baselineNumbers, options);
    return {
      ...base,
      ...compared,
      judged: {
        size,
        effect: {
          probability: effect?.probability ?? null,
          nextRun: nextRunOf(numbers),
          minimumEffect: least,
          advice: adviceOf(effect),
        },
      },
    };
  });
  return { name, unit, better, cells };
}

/** Below three runs such an interval is too wide to say anything. */
const nextRunOf = (values: readonly number[]): { low: number; high: number } | null =>
  values.length < 3 ? null : predictionInterval(values);

const adviceOf = (effect: EffectAssessment | null): string | null =>
  effect === null ||
  effect.verdict === 'better' ||
  effect.verdict === 'worse' ||
  effect.verdict === 'different'
    ? null
    : sayAdvice(effect.advice);

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

function asBaseline(
  values: readonly number[],
  unit: string | null,
): Pick<JudgedCell, 'ratio' | 'low' | 'high' | 'difference' | 'sentence' | 'judged'> {
  const center = mean(values);
  const size = center === null ? 'no data' : `${formatQuantity(center, unit)}, n=${values.length}`;
  return {
    ratio: center === null || center === 0 ? null : 1,
    low: null,
    high: null,
    difference: center === null ? 'no-data' : 'baseline',
    sentence: center === null ? size : `${size}: the baseline`,
    judged: {
      size,
      effect: { probability: null, nextRun: nextRunOf(values), minimumEffect: 0, advice: null },
    },
  };
}

type AmountComparison = Pick<ComparedCell, 'amounts' | 'amount' | 'mean' | 'ratio' | 'low' | 'high'> &
  Pick<ComparedCell, 'difference' | 'sentence'> & { size: string };

/** Where ranges or bounds take part there is no spread to judge by, only what is known of the mean and of its ratio. */
function compareAmounts(
  own: GroupValues,
  reference: GroupValues,
  { unit, isBaseline }: { unit: string | null; isBaseline: boolean },
): AmountComparison {
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
  if (n === 0) return { ...known, difference: 'no-data', size: 'no data', sentence: 'no data' };
  const said = `${formatAmount(amount, unit)}, n=${n}`;
  if (isBaseline) return { ...known, difference: 'baseline', size: said, sentence: `${said}: the baseline` };
  if (base === null) {
    const sentence = `${said}, but the baseline has no data`;
    return { ...known, difference: 'no-data', size: said, sentence };
  }
  const ratio = amount === null ? null : divideAmounts(amount, base, 0);
  const size = `${said}: ${formatAmountRatio(ratio)}`;
  return { ...known, difference: 'not-assessable', size, sentence: `${size}, not assessable from ranges` };
}

const meanOf = ({ values, amounts }: GroupValues): Amount | null =>
  meanAmount([...values.map(({ value }) => exactly(value)), ...amounts.map(({ amount }) => amount)]);
