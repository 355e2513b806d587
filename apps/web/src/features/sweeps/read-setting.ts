import type { ChangeSweep } from '@proofload/contracts';
import { maxCoolDownMs, parseDurationMs, priorityRange } from '@proofload/domain';

/** What a text stands for, or what was expected. */
export type Reading = { change: ChangeSweep } | { expected: string };

/** A priority as it was typed. */
export const readPriority = (text: string): Reading => {
  const priority = Number(text);
  return text.trim() !== '' && Number.isInteger(priority) && Math.abs(priority) <= priorityRange.max
    ? { change: { priority } }
    : { expected: `expected a whole number from ${priorityRange.min} to ${priorityRange.max}` };
};

/** A cool-down as it was typed. */
export const readCoolDown = (text: string): Reading => {
  const durationMs = parseDurationMs(text);
  return durationMs !== null && durationMs <= maxCoolDownMs
    ? { change: { coolDown: text.trim() } }
    : { expected: 'expected a duration of at most 7d, such as 40s' };
};

/** For a field: what was expected, unless it is there. */
export const sayExpected = (reading: Reading): string | undefined =>
  'expected' in reading ? reading.expected : undefined;
