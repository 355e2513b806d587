import type { DeclaredResource } from '@proofload/contracts';
import {
  type Amount,
  amountBounds,
  formatNumber,
  type ResourceLimit,
  type StepFailure,
  stepFailures,
} from '@proofload/domain';
import { compareProjection } from './compare-projection.ts';
import {
  convertOperand,
  type LimitedRun,
  middleOf,
  type Operand,
  readOperand,
  sayOperand,
  toValue,
} from './limit-operand.ts';

/** A resource that grows with every unit: where its limit would be reached, beside where and how it was seen to fail. */
export function describeResource(limit: ResourceLimit, run: LimitedRun): DeclaredResource {
  const { name, noun } = limit;
  const end = readOperand(limit.limit, run);
  const unit = 'note' in end ? '' : end.unit;
  const base = readIn(limit.base, unit, run);
  const perUnit = readIn(limit.perUnit, unit, run);
  const observed = readObserved(limit, run);
  const failure = readFailure(limit, run);
  const empty: DeclaredResource = {
    kind: 'resource',
    name,
    unit,
    noun,
    base: 'note' in base ? null : toValue(base.given, base.converted),
    perUnit: 'note' in perUnit ? null : toValue(perUnit.given, perUnit.converted),
    limit: 'note' in end ? null : toValue(end, end),
    projected: null,
    bounds: null,
    observed,
    failure,
    share: null,
    boundBy: null,
    sentence: '',
  };
  const missing = [base, perUnit, end].flatMap((part) => ('note' in part ? [part.note] : []));
  if (missing.length > 0) return { ...empty, sentence: `No limit can be projected: ${missing.join('; ')}.` };
  if (empty.base === null || empty.perUnit === null || empty.limit === null)
    return { ...empty, sentence: 'No limit can be projected from a bound without an end.' };
  const growth = {
    name,
    base: empty.base.value,
    perUnit: empty.perUnit.value,
    limit: empty.limit.value,
  };
  const projected = growth.perUnit > 0 ? (growth.limit - growth.base) / growth.perUnit : null;
  const bounds =
    'note' in base || 'note' in perUnit || 'note' in end
      ? null
      : boundsOf(base.converted.amount, perUnit.converted.amount, end.amount);
  if (observed === null || failure === null) {
    const seen =
      observed === null ? 'no failure was reported' : `it failed at ${observed.said}, how is not told`;
    const ahead =
      projected === null
        ? `${name} does not grow`
        : `${name} would reach its limit at ${formatNumber(projected)} ${noun}`;
    return { ...empty, projected, bounds, sentence: `${ahead}; ${seen}.` };
  }
  const compared = compareProjection(growth, { failedAt: observed.units, failure }, { noun });
  const { share, boundBy, sentence } = compared;
  return { ...empty, projected, bounds, share, boundBy, sentence: `${sentence}.` };
}

interface Read {
  given: Operand;
  converted: Operand;
}

function readIn(text: string, unit: string, run: LimitedRun): Read | { note: string } {
  const given = readOperand(text, run);
  if ('note' in given) return given;
  const converted = convertOperand(given, unit);
  return 'note' in converted ? converted : { given, converted };
}

/** From the ends of ranges; null when all three are exact. */
function boundsOf(base: Amount, perUnit: Amount, limit: Amount): DeclaredResource['bounds'] {
  if ([base, perUnit, limit].every(({ kind }) => kind === 'exact')) return null;
  const [b, p, l] = [amountBounds(base), amountBounds(perUnit), amountBounds(limit)];
  if (!(p.low > 0)) return null;
  return { low: (l.low - b.high) / p.high, high: (l.high - b.low) / p.low };
}

function readObserved({ failedAt, noun }: ResourceLimit, run: LimitedRun): DeclaredResource['observed'] {
  if (failedAt === null) return null;
  const read = readOperand(failedAt, run);
  if ('note' in read) return null;
  const units = middleOf(read.amount);
  if (units === null) return null;
  const note = run.measurements[failedAt]?.note ?? null;
  return { units, said: sayOperand({ ...read, unit: read.unit || noun }), note };
}

function readFailure({ failure }: ResourceLimit, { environment }: LimitedRun): StepFailure | null {
  const said = failure !== null && Object.hasOwn(environment, failure) ? environment[failure] : undefined;
  return stepFailures.find((known) => known === said) ?? null;
}
