import type { Covariate } from './find-covariates.ts';
import type { RunGroup } from './group-runs.ts';

/**
 * How two ways to part the same runs are related: `same`: the same parts under other names; `finer`: the first tells the
 * second (each of its parts lies in one part of the second); `coarser`: the second tells the first; `none`.
 */
export type PartitionRelation = 'same' | 'finer' | 'coarser' | 'none';

/** How the values of the first relate to those of the second, run by run. */
export function relatePartitions(first: readonly string[], second: readonly string[]): PartitionRelation {
  const [tells, isTold] = [determines(first, second), determines(second, first)];
  if (tells && isTold) return 'same';
  return tells ? 'finer' : isTold ? 'coarser' : 'none';
}

function determines(first: readonly string[], second: readonly string[]): boolean {
  const known = new Map<string, string | undefined>();
  return first.every((value, index) => {
    if (!known.has(value)) known.set(value, second[index]);
    return known.get(value) === second[index];
  });
}

export interface Confounding {
  group: string;
  /** Covariates whose effect cannot be told apart from that of the group, against the baseline. */
  covariates: string[];
  /** Covariates that differ in every single run, such as a name: they tell all runs apart and explain none. */
  identifiers: string[];
  /** Why the verdict is withheld; null when it is not. */
  reason: string | null;
}

/**
 * For each group, the covariates that cannot be told apart from being in it rather than in the baseline: no value of the
 * covariate occurs on both sides. A verdict on such a group would be one on the covariate as well, so it is withheld.
 */
export function findConfounding(
  groups: readonly Pick<RunGroup, 'key' | 'runs'>[],
  covariates: readonly Covariate[],
  baseline: string | null,
): Confounding[] {
  const reference = groups.find(({ key }) => key === baseline);
  const own = covariates.filter(({ name }) => !isOutcome(name));
  return groups.flatMap((group) => {
    if (!reference || group === reference) return [];
    if (reference.runs.length === 0 || group.runs.length === 0) return [];
    const runs = [...reference.runs, ...group.runs];
    const side = runs.map((_, index) => (index < reference.runs.length ? 'baseline' : 'group'));
    const found: Confounding = { group: group.key, covariates: [], identifiers: [], reason: null };
    for (const { name, values } of own) {
      const byRun = new Map(values.map(({ run, value }) => [run, value]));
      const seen = runs.map(({ id }) => byRun.get(id) ?? '');
      const relation = relatePartitions(seen, side);
      const isIdentifier = runs.length > 2 && new Set(seen).size === runs.length;
      if (isIdentifier) found.identifiers.push(name);
      else if (relation === 'same' || relation === 'finer') found.covariates.push(name);
    }
    const reason = found.covariates.length === 0 ? null : sayConfounded(found.covariates);
    return [{ ...found, reason }];
  });
}

/** What a run makes of its treatment rather than what it is given: its own pods and what they ran, and what ended it. */
const isOutcome = (name: string): boolean =>
  /^(?:kubernetes\.pods(?:\.|$)|image\.|(?:failure|binding limit)(?:\.|$))/.test(name);

const sayConfounded = (names: readonly string[]): string =>
  `confounded: ${names.join(', ')} ${names.length === 1 ? 'differs' : 'differ'} from the baseline in every run, so that what ${names.length === 1 ? 'it does' : 'they do'} cannot be told apart from the treatment`;
