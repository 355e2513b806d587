import type { Experiment } from '@proofload/contracts';

type Level = string | number | boolean;
type Treatments = Experiment['treatmentList'];

/** Levels that are wanted, by factor; a factor that is not there keeps all of its levels. */
export type LevelChoice = Record<string, Level[]>;

/** One thing to choose: a level of a crossed factor, or levels of paired factors that always go together. */
export interface Setting {
  label: string;
  params: Record<string, Level>;
}

export interface FactorGroup {
  label: string;
  names: string[];
  settings: Setting[];
}

/**
 * What can be chosen of each factor, in the order of the treatments. Factors are paired when each level of the one
 * always comes with the same level of the other.
 */
export function factorGroups(treatments: Treatments): FactorGroup[] {
  const names = Object.keys(treatments[0]?.params ?? {});
  const groups: string[][] = [];
  for (const name of names) {
    const group = groups.find(([first]) => first !== undefined && arePaired(treatments, first, name));
    if (group) group.push(name);
    else groups.push([name]);
  }
  return groups.map((group) => ({
    label: group.join(' with '),
    names: group,
    settings: listSettings(treatments, group),
  }));
}

function arePaired(treatments: Treatments, a: string, b: string): boolean {
  const levelsOf = (name: string): unknown[] => [...new Set(treatments.map(({ params }) => params[name]))];
  const pairs = new Set(treatments.map(({ params }) => JSON.stringify([params[a], params[b]])));
  const count = levelsOf(a).length;
  return count > 1 && count === levelsOf(b).length && pairs.size === count;
}

function listSettings(treatments: Treatments, names: readonly string[]): Setting[] {
  const settings = new Map<string, Setting>();
  for (const { params } of treatments) {
    const own = Object.fromEntries(
      names.flatMap((name) => (name in params ? [[name, params[name] as Level]] : [])),
    );
    const label = names.map((name) => String(params[name])).join(' / ');
    settings.set(JSON.stringify(own), { label, params: own });
  }
  return [...settings.values()];
}

/** The choice with a setting of a group switched on or off; a group with every setting on needs no entry. */
export function toggleSetting(
  choice: LevelChoice,
  group: FactorGroup,
  setting: Setting,
  isOn: boolean,
): LevelChoice {
  const kept = group.settings.filter((other) => (other === setting ? isOn : isChosen(choice, other)));
  const others = Object.entries(choice).filter(([name]) => !group.names.includes(name));
  const own =
    kept.length === group.settings.length
      ? []
      : group.names.map((name) => [name, kept.map(({ params }) => params[name] as Level)] as const);
  return Object.fromEntries([...others, ...own]);
}

export function isChosen(choice: LevelChoice, { params }: Pick<Setting, 'params'>): boolean {
  return Object.entries(params).every(([name, level]) => choice[name]?.includes(level) ?? true);
}

/** The treatments of which every level is wanted. */
export function selectedTreatments(treatments: Treatments, choice: LevelChoice): Treatments {
  return treatments.filter((treatment) => isChosen(choice, treatment));
}
