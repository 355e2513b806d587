import type { Comparison } from '@proofload/contracts';
import { formatDurationMs, wholeRunWindow } from '@proofload/domain';
import { type ComparableRun, exclusionReason } from './comparable-run.ts';
import { type MeasuringPart, measurementKey, sayMeasurement } from './say-measurement.ts';

export type Mixed = NonNullable<Comparison['measurements'][number]['mixed']>[number];

type MeasuredRun = Pick<
  ComparableRun,
  | 'id'
  | 'name'
  | 'experiment'
  | 'evaluatedVersion'
  | 'status'
  | 'outcome'
  | 'reason'
  | 'startedAt'
  | 'windows'
  | 'measurements'
  | 'validity'
>;

/** The definition that evaluated a run; null where there is none, or none was given. */
export type DefinitionOf = (
  run: Pick<ComparableRun, 'experiment' | 'evaluatedVersion'>,
) => MeasuringPart | null;

/**
 * Why the values of a measurement may not belong together: some runs count a window of their own, or versions whose
 * definitions of it differ evaluated them. Empty when all were measured alike.
 */
export function findMixed(name: string, runs: readonly MeasuredRun[], definitionOf: DefinitionOf): Mixed[] {
  const measured = runs.filter(
    (run) => exclusionReason(run) === null && ownValue(run.measurements, name)?.value != null,
  );
  return [
    ...findMixedWindows(name, measured, definitionOf),
    ...findMixedDefinitions(name, measured, definitionOf),
  ];
}

/** One sentence on all of it; null when nothing is mixed. */
export function sayMixed(mixed: readonly Mixed[]): string | null {
  return mixed.length === 0 ? null : mixed.map(({ message }) => message).join('; ');
}

interface OwnWindow {
  run: MeasuredRun;
  window: string;
  /** Equal for equal cuts: counted from the start of the run. Null for a run that has the window of its definition. */
  key: string | null;
}

function findMixedWindows(name: string, runs: readonly MeasuredRun[], definitionOf: DefinitionOf): Mixed[] {
  const found = runs.map((run): OwnWindow => {
    const window = windowOf(name, definitionOf(run));
    return { run, window, key: stretchKey(run, window) };
  });
  const own = found.filter(({ key }) => key !== null);
  if (own.length === 0 || new Set(found.map(({ key }) => key)).size === 1) return [];
  const windows = [
    ...new Set(own.map(({ window }) => (window === wholeRunWindow ? 'the whole run' : window))),
  ];
  const place = `in place of ${windows.join(', ')}`;
  const [only] = own;
  const message =
    own.length === found.length
      ? `Every run has a window of its own ${place}, and they differ`
      : own.length === 1
        ? `1 of ${found.length} runs has a window of its own ${place}: ${only ? sayStretch(only) : ''}`
        : `${own.length} of ${found.length} runs have windows of their own ${place}`;
  return [{ kind: 'window', runs: own.map(({ run }) => run.id), message }];
}

function stretchKey({ windows, startedAt }: MeasuredRun, window: string): string | null {
  const stretch = ownValue(windows, window);
  if (stretch === undefined) return null;
  const startMs = startedAt === null ? 0 : Date.parse(startedAt);
  return `${Date.parse(stretch.from) - startMs} ${Date.parse(stretch.to) - startMs}`;
}

function sayStretch({ run: { name, windows, startedAt }, window }: OwnWindow): string {
  const { from, to } = ownValue(windows, window) ?? { from: '', to: '' };
  if (startedAt === null) return `${name}, ${from} to ${to}`;
  const after = (instant: string) => formatDurationMs(Date.parse(instant) - Date.parse(startedAt));
  return `${name}, ${after(from)} to ${after(to)} after its start`;
}

function windowOf(name: string, definition: MeasuringPart | null): string {
  const measurement = definition === null ? undefined : ownValue(definition.measurements, name);
  if (measurement === undefined) return wholeRunWindow;
  return measurement.of.kind === 'duration' ? measurement.of.window : (measurement.over ?? wholeRunWindow);
}

function findMixedDefinitions(
  name: string,
  runs: readonly MeasuredRun[],
  definitionOf: DefinitionOf,
): Mixed[] {
  const ways = new Map<string, { said: string; members: MeasuredRun[] }>();
  for (const run of runs) {
    const definition = definitionOf(run);
    const key = definition === null ? null : measurementKey(name, definition);
    if (definition === null || key === null) continue;
    const way = ways.get(key) ?? { said: sayMeasurement(name, definition) ?? name, members: [] };
    way.members.push(run);
    ways.set(key, way);
  }
  if (ways.size < 2) return [];
  const all = [...ways.values()];
  const newest = all.reduce((a, b) => (newestVersion(b.members) > newestVersion(a.members) ? b : a));
  const others = all.flatMap((way) => (way === newest ? [] : way.members));
  const said = all.map((way) => `${count(way.members.length)} as ${way.said} (${sayVersions(way.members)})`);
  return [
    {
      kind: 'definition',
      runs: others.map(({ id }) => id),
      message: `Measured in ${ways.size} ways: ${said.join('; ')}`,
    },
  ];
}

const count = (runs: number): string => `${runs} ${runs === 1 ? 'run' : 'runs'}`;

const newestVersion = (runs: readonly MeasuredRun[]): number =>
  runs.reduce((newest, { evaluatedVersion }) => Math.max(newest, evaluatedVersion ?? 0), 0);

function sayVersions(runs: readonly MeasuredRun[]): string {
  const experiments = new Set(runs.map(({ experiment }) => experiment));
  const versions = [...new Set(runs.map(({ evaluatedVersion }) => evaluatedVersion))].sort(
    (a, b) => (a ?? 0) - (b ?? 0),
  );
  const said = `version ${versions.join(', ')}`;
  return experiments.size === 1 ? said : `${[...experiments].join(', ')}, ${said}`;
}

function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
