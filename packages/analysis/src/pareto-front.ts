import { type Amount, isAtMost } from '@proofload/domain';

export interface ParetoChoice {
  name: string;
  /** One for each direction; null when it is not known. */
  values: readonly (Amount | null)[];
}

export interface ParetoFront {
  /** Choices that no other is better than in everything: which of them is best depends on what counts. */
  front: string[];
  /** Choices that another one surely is at least as good as in everything, and better in something. */
  dominated: { name: string; by: string[] }[];
  /** Choices that may be dominated, as far as ranges, bounds and missing values tell. They belong to no winner either. */
  unsure: { name: string; maybeBy: string[] }[];
}

/**
 * The choices that are not dominated over any number of directions. Ranges and bounds count for all that they allow: a
 * choice is dominated only when it is so for every value, and on the front only when it is for every value.
 */
export function findParetoFront(
  choices: readonly ParetoChoice[],
  directions: readonly ('lower' | 'higher')[],
): ParetoFront {
  const result: ParetoFront = { front: [], dominated: [], unsure: [] };
  for (const choice of choices) {
    const others = choices.filter((other) => other !== choice);
    const told = others.map((other) => ({ name: other.name, is: dominates(other, choice, directions) }));
    const by = told.flatMap(({ name, is }) => (is === true ? [name] : []));
    const maybeBy = told.flatMap(({ name, is }) => (is === null ? [name] : []));
    if (by.length > 0) result.dominated.push({ name: choice.name, by });
    else if (maybeBy.length > 0) result.unsure.push({ name: choice.name, maybeBy });
    else result.front.push(choice.name);
  }
  return result;
}

/** Whether the first is at least as good in every direction and better in one; null when what is known allows both. */
function dominates(
  first: ParetoChoice,
  second: ParetoChoice,
  directions: readonly ('lower' | 'higher')[],
): boolean | null {
  let [isSure, isBetter]: [boolean, boolean | null] = [true, false];
  for (const [index, direction] of directions.entries()) {
    const [own, other] = [first.values[index] ?? null, second.values[index] ?? null];
    const [low, high] = direction === 'lower' ? [own, other] : [other, own];
    const isAsGood = low && high && isAtMost(low, high);
    if (isAsGood === false) return false;
    if (isAsGood !== true) isSure = false;
    const isWorseOrEqual = low && high && isAtMost(high, low);
    if (isWorseOrEqual === false) isBetter = true;
    else if (isWorseOrEqual === null && isBetter === false) isBetter = null;
  }
  if (isBetter === false) return false;
  return isSure && isBetter === true ? true : null;
}
