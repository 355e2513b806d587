import type { Measurement } from '@proofload/contracts';
import {
  type Amount,
  addAmounts,
  type BreakdownDefinition,
  convertAmount,
  divideAmounts,
  exactly,
  formatAmount,
  meanAmount,
  type Params,
  type ParamValue,
  treatmentKey,
} from '@proofload/domain';
import { checkSum } from './break-down.ts';
import { type ComparableRun, exclusionReason } from './comparable-run.ts';

interface ReportedPart {
  /** Level of the factor. */
  level: string;
  /** What else its runs are labelled with and the others of the breakdown are not all, such as `verb=watch`. */
  labels: Record<string, string>;
  n: number;
  amount: Amount;
  /** Of the sum of the parts. */
  share: number | null;
}

interface ReportedWhole {
  /** The treatment without the factor, such as `phase=deploy`. */
  group: string;
  /** The greatest first. */
  parts: ReportedPart[];
  sum: Amount | null;
  /** What is stated for all parts together. */
  stated: Amount | null;
  /** Null when it cannot be told, as from ranges or without a statement. */
  addsUp: boolean | null;
  /** `The parts add up to 342 kB/s, but 320 kB/s is stated: 22 kB/s more`. */
  sentence: string;
}

export interface ReportedBreakdown {
  name: string;
  measurement: string;
  factor: string;
  unit: string | null;
  groups: ReportedWhole[];
}

type Run = Pick<
  ComparableRun,
  'id' | 'params' | 'labels' | 'measurements' | 'status' | 'outcome' | 'reason' | 'validity'
>;

/** Runs that differ in one factor, as parts of a whole: their shares, and whether they add up to what is stated for it. */
export function describeReportedBreakdown(
  name: string,
  { measurement, factor, total }: BreakdownDefinition,
  runs: readonly Run[],
): ReportedBreakdown | null {
  const counted = runs.filter((run) => exclusionReason(run) === null && Object.hasOwn(run.params, factor));
  const unit = counted.flatMap((run) => own(run.measurements, measurement)?.unit ?? [])[0] ?? null;
  const wholes = Map.groupBy(counted, ({ params }) => treatmentKey(without(params, factor)));
  const groups = [...wholes].flatMap(([group, members]) => {
    const whole = describeWhole(members, { measurement, factor, total, unit });
    return whole === null ? [] : [{ group, ...whole }];
  });
  return groups.length === 0 ? null : { name, measurement, factor, unit, groups };
}

interface Asked {
  measurement: string;
  factor: string;
  total: ParamValue | undefined;
  unit: string | null;
}

function describeWhole(
  runs: readonly Run[],
  { measurement, factor, total, unit }: Asked,
): Omit<ReportedWhole, 'group'> | null {
  const known = [...Map.groupBy(runs, ({ params }) => params[factor])].flatMap(([level, members]) => {
    const amounts = members.flatMap((run) => amountOf(own(run.measurements, measurement), unit) ?? []);
    const amount = meanAmount(amounts);
    return amount === null ? [] : [{ level, n: amounts.length, amount, labels: commonLabels(members) }];
  });
  const parts = known.filter(({ level }) => total === undefined || level !== total);
  if (parts.length === 0) return null;
  const stated = (total !== undefined && known.find(({ level }) => level === total)?.amount) || null;
  const sum = parts.reduce<Amount | null>((all, { amount }) => all && addAmounts(all, amount), exactly(0));
  return {
    parts: parts
      .map(({ level, n, amount, labels }) => ({
        level: String(level),
        labels: tellApart(labels, runs),
        n,
        amount,
        share: shareOf(amount, sum),
      }))
      .sort((a, b) => (b.share ?? 0) - (a.share ?? 0)),
    sum,
    stated,
    ...check(
      parts.map(({ amount }) => amount),
      { sum, stated, unit },
    ),
  };
}

function check(
  parts: readonly Amount[],
  { sum, stated, unit }: { sum: Amount | null; stated: Amount | null; unit: string | null },
): Pick<ReportedWhole, 'addsUp' | 'sentence'> {
  const said = `The parts add up to ${formatAmount(sum, unit)}`;
  if (stated === null) return { addsUp: null, sentence: `${said}; nothing is stated for all of them` };
  const numbers = parts.flatMap((part) => (part.kind === 'exact' ? part.value : []));
  if (stated.kind !== 'exact' || numbers.length < parts.length) {
    const sentence = `${said}; ${formatAmount(stated, unit)} is stated. Ranges do not tell whether that agrees`;
    return { addsUp: null, sentence };
  }
  const { addsUp, sentence } = checkSum(numbers, stated.value, { unit });
  return { addsUp, sentence: addsUp ? `${sentence}, as stated` : sentence };
}

function amountOf(measured: Measurement | undefined, unit: string | null): Amount | null {
  if (measured === undefined) return null;
  const amount = measured.amount ?? (measured.value === null ? null : exactly(measured.value));
  return amount && convertAmount(amount, measured.unit ?? '', unit ?? '');
}

function shareOf(amount: Amount, sum: Amount | null): number | null {
  const share = sum && divideAmounts(amount, sum, 0);
  return share?.kind === 'exact' ? share.value : null;
}

function commonLabels(runs: readonly Run[]): Record<string, string> {
  const [first, ...others] = runs;
  return Object.fromEntries(
    Object.entries(first?.labels ?? {}).filter(([name, value]) =>
      others.every(({ labels }) => own(labels, name) === value),
    ),
  );
}

/** Labels that not every run of the whole has alike. */
function tellApart(labels: Record<string, string>, runs: readonly Run[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).filter(([name, value]) => runs.some((run) => own(run.labels, name) !== value)),
  );
}

const without = (params: Params, factor: string): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => name !== factor));

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
