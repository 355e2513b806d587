import type { Measurement } from '@proofload/contracts';
import {
  type Amount,
  compileMatchers,
  convertAmount,
  exactly,
  type RunFacts,
  type RunMatcher,
  type Selection,
} from '@proofload/domain';
import { type ComparableRun, exclusionReason } from '../comparable-run.ts';
import { NoNumber } from './known-number.ts';

/** A run as expressions see it. */
export type ExpressionRun = ComparableRun & { sweep: string | null };

interface SelectedValue {
  run: ExpressionRun;
  amount: Amount;
}

export interface SelectedValues {
  measurement: string;
  values: SelectedValue[];
  unit: string;
  /** Runs that match and take no part, with the reason. */
  leftOut: { run: string; reason: string }[];
}

/** What a matcher sees of a run. */
const factsOf = (run: ExpressionRun): RunFacts => run;

export function matchingRuns(
  runs: readonly ExpressionRun[],
  matchers: readonly RunMatcher[],
): ExpressionRun[] {
  const matches = compileMatchers(matchers);
  return runs.filter((run) => matches(factsOf(run)));
}

/**
 * The values of a measurement of the runs that match, in one unit. Runs that did not complete are left out, unless the
 * selection itself says which outcomes it wants.
 */
export function selectValues(runs: readonly ExpressionRun[], selection: Selection): SelectedValues {
  const { matchers } = selection;
  const name = selection.measurement ?? '';
  const asksOutcome = matchers.some((matcher) => matcher.name === 'outcome' || matcher.name === 'status');
  const matching = matchingRuns(runs, matchers);
  const unit = unitOf(matching, name);
  const selected: SelectedValues = { measurement: name, values: [], unit, leftOut: [] };
  for (const run of matching) {
    const excluded = asksOutcome ? null : exclusionReason(run);
    const found = excluded === null ? amountOf(run, name) : null;
    if (excluded !== null) selected.leftOut.push({ run: run.id, reason: excluded });
    else if (found === null) selected.leftOut.push({ run: run.id, reason: `no value of ${name}` });
    else {
      const amount = convertAmount(found.amount, found.unit, unit);
      if (amount === null)
        throw new NoNumber('units', `${name} is in ${found.unit} in run ${run.id} and in ${unit} in others`);
      selected.values.push({ run, amount });
    }
  }
  return selected;
}

function unitOf(runs: readonly ExpressionRun[], name: string): string {
  for (const run of runs) {
    const unit = amountOf(run, name)?.unit;
    if (unit) return unit;
  }
  return '';
}

/** A measurement may have a range beside its value, or in its place. */
type MeasuredAmount = Measurement & { amount?: Amount | undefined };

function amountOf(run: ExpressionRun, name: string): { amount: Amount; unit: string } | null {
  const measured: MeasuredAmount | undefined = Object.hasOwn(run.measurements, name)
    ? run.measurements[name]
    : undefined;
  if (!measured) return null;
  const amount = measured.amount ?? (measured.value === null ? null : exactly(measured.value));
  return amount && { amount, unit: measured.unit ?? '' };
}
