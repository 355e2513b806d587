import type { DeclaredCaps } from '@proofload/contracts';
import { type CapsLimit, convertUnit, formatQuantity } from '@proofload/domain';
import { findFirstLimit, type ResourceCap } from './first-limit.ts';
import {
  convertOperand,
  type LimitedRun,
  middleOf,
  readOperand,
  sayOperand,
  toValue,
} from './limit-operand.ts';

const operations = 'operations/s';

/** Which of several caps a growing throughput reaches first, each in one unit, beside what was seen. */
export function describeCaps(limit: CapsLimit, run: LimitedRun): DeclaredCaps {
  const { name, unit } = limit;
  const operation = readOperation(limit, run);
  const read = Object.entries(limit.caps).map(([cap, text]) => ({ cap, operand: readOperand(text, run) }));
  const known = read.flatMap(({ cap, operand }): ResourceCap[] => {
    const value = 'note' in operand ? null : middleOf(operand.amount);
    return 'note' in operand || value === null ? [] : [{ name: cap, limit: value, unit: operand.unit }];
  });
  const size = operation === null ? null : { size: operation.value, unit: 'B' };
  const found = findFirstLimit(known, unit, size);
  const caps = read.map(({ cap, operand }): DeclaredCaps['caps'][number] => {
    if ('note' in operand) return { name: cap, said: 'not known', allows: null, unknown: operand.note };
    const allows = found.order.find((entry) => entry.name === cap)?.allows ?? null;
    const unknown = allows === null ? `does not convert to ${unit}` : null;
    return { name: cap, said: sayOperand(operand), allows, unknown };
  });
  const seen = limit.bound === null ? null : (run.environment[limit.bound] ?? null);
  const described = {
    kind: 'caps' as const,
    name,
    unit,
    caps,
    binding: found.binding,
    close: found.close,
    seen,
    operation,
    turnsAt: findTurn(known, unit),
    reached: readReached(limit, run),
  };
  return { ...described, sentence: sayCaps(described, found.order[0]?.allows ?? null) };
}

function readOperation({ operation }: CapsLimit, run: LimitedRun): DeclaredCaps['operation'] {
  const given = operation === null ? null : readOperand(operation, run);
  if (given === null || 'note' in given) return null;
  const bytes = convertOperand(given, 'B');
  return 'note' in bytes ? null : toValue(given, bytes);
}

function readReached({ reached, unit }: CapsLimit, run: LimitedRun): DeclaredCaps['reached'] {
  const given = reached === null ? null : readOperand(reached, run);
  if (given === null || 'note' in given) return null;
  const converted = convertOperand(given, unit);
  if ('note' in converted) return null;
  // A bound is all that is said of some: it stands where it is, with its sign.
  const { amount } = converted;
  const value = middleOf(amount) ?? ('high' in amount ? amount.high : 'low' in amount ? amount.low : null);
  return value === null ? null : { said: sayOperand(converted), value };
}

/** Bytes of an operation below which the cap on operations is reached before any other; null without one. */
function findTurn(caps: readonly ResourceCap[], unit: string): number | null {
  const counted = caps.filter((cap) => cap.unit === operations).map(({ limit }) => limit);
  const others = findFirstLimit(
    caps.filter((cap) => cap.unit !== operations),
    unit,
  ).order[0];
  const bytes = others && convertUnit(others.allows, unit, 'B/s');
  return counted.length === 0 || bytes == null ? null : bytes / Math.min(...counted);
}

function sayCaps(
  { binding, caps, close, seen, operation, turnsAt, unit }: Omit<DeclaredCaps, 'sentence'>,
  allows: number | null,
): string {
  if (binding === null || allows === null)
    return `Which limit binds first cannot be told: no cap is known${seen === null ? '' : `, but ${seen} was seen to bind`}.`;
  const knownCaps = caps.filter((cap) => cap.allows !== null).length;
  const others = knownCaps === 1 ? `, the only cap that is known` : '';
  const near = close.length > 0 ? `; ${close.join(', ')} is close behind` : '';
  const agrees = seen === null ? '' : seen === binding ? ', as was seen' : `, while ${seen} was seen to bind`;
  const turn =
    turnsAt === null
      ? ''
      : ` Operations bind first below ${formatQuantity(turnsAt / 1000, null)}\u00a0kB an operation${operation === null ? '; the size of one is not known' : `; ${operation.said} is taken`}.`;
  return `${binding} binds first, at ${formatQuantity(allows, unit)}${others}${agrees}${near}.${turn}`;
}
