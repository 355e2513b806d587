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

/** A group of one run is called as the run. */
function nameGroup({ by, runs }: Comparison, key: string): string {
  const run = by === 'run' ? runs.find(({ id }) => id === key) : undefined;
  if (!run) return key === '' ? 'no parameters' : key;
  return run.replicate === null ? run.name : `${run.name} #${run.replicate}`;
}
