import { styleTreatments, type TreatmentStyle } from '@proofload/charts';
import type { Comparison } from '@proofload/contracts';

/** How groups look and what they are called, everywhere on the page. */
export interface GroupLook {
  styles: ReadonlyMap<string, TreatmentStyle>;
  labels: ReadonlyMap<string, string>;
}

/**
 * Looks of a comparison's groups.
 * @param treatments keys of all treatments of the definition, so that a treatment looks the same when others are left out
 */
export function lookOfGroups(comparison: Comparison, treatments: readonly string[]): GroupLook {
  const keys = comparison.groups.map(({ key }) => key);
  const known = comparison.by === 'treatment' ? treatments : [];
  return {
    styles: styleTreatments([...new Set([...known, ...keys])], comparison.baseline),
    labels: new Map(keys.map((key) => [key, nameGroup(comparison, key)])),
  };
}

/** Names for figures, where room is scarce: the levels of what differs between groups, unless that names two alike. */
export function shortLabels(
  { groups }: Pick<Comparison, 'groups'>,
  { labels }: GroupLook,
): ReadonlyMap<string, string> {
  const names = [...new Set(groups.flatMap(({ params }) => Object.keys(params)))];
  const differing = names.filter((name) => new Set(groups.map(({ params }) => params[name])).size > 1);
  const short = groups.map(({ key, params }) => {
    const levels = differing.flatMap((name) => (params[name] === undefined ? [] : [String(params[name])]));
    return [key, levels.join(', ')] as const;
  });
  const isClear = new Set(short.map(([, name]) => name)).size === groups.length;
  // The names of factors say what bare numbers are.
  const isWordy = short.every(([, name]) => /[a-z]/i.test(name));
  return isClear && isWordy ? new Map(short) : labels;
}

/** A group of one run is called as the run. */
function nameGroup({ by, runs }: Comparison, key: string): string {
  const run = by === 'run' ? runs.find(({ id }) => id === key) : undefined;
  if (!run) return key === '' ? 'no parameters' : key;
  return run.replicate === null ? run.name : `${run.name} #${run.replicate}`;
}
