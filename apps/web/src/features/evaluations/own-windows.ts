import type { Run } from '@proofload/contracts';
import type { ExperimentDefinition } from '@proofload/domain';
import { formatNumber, parseDurationMs, wholeRunWindow } from '@proofload/domain';

/** One window as the form has it. Times are written after the start of the run, such as `12s` or `1m30s`. */
export interface WindowDraft {
  name: string;
  isOwn: boolean;
  from: string;
  to: string;
}

export interface DraftErrors {
  from?: string;
  to?: string;
}

type WindowedRun = Pick<Run, 'startedAt' | 'finishedAt' | 'phases' | 'measurements' | 'windows'>;
type Windowing = Pick<ExperimentDefinition, 'windows' | 'measurements'>;

/** Every window of the definition, and the whole run where a measurement counts that, as they lie at present. */
export function draftWindows(run: WindowedRun, definition: Windowing | null, startMs: number): WindowDraft[] {
  const isWholeMeasured =
    definition === null ||
    Object.hasOwn(run.windows, wholeRunWindow) ||
    Object.values(definition.measurements).some(({ of, over }) => of.kind === 'metric' && over === null);
  const names = [...Object.keys(definition?.windows ?? {}), ...(isWholeMeasured ? [wholeRunWindow] : [])];
  const endMs = run.finishedAt === null ? startMs : Date.parse(run.finishedAt);
  return names.map((name) => {
    const own = Object.hasOwn(run.windows, name) ? run.windows[name] : undefined;
    const lies = own ?? findMeasured(run, name);
    return {
      name,
      isOwn: own !== undefined,
      from: writeOffset((lies ? Date.parse(lies.from) : startMs) - startMs),
      to: writeOffset((lies ? Date.parse(lies.to) : endMs) - startMs),
    };
  });
}

const findMeasured = ({ measurements }: WindowedRun, name: string) =>
  Object.values(measurements).find(({ window }) => window?.name === name)?.window;

const writeOffset = (ms: number): string => `${formatNumber(Math.max(0, ms) / 1000, 15)}s`;

/** What is wrong with a window that the run shall have for itself. */
export function checkDraft({ isOwn, from, to }: WindowDraft): DraftErrors {
  if (!isOwn) return {};
  const [fromMs, toMs] = [parseDurationMs(from), parseDurationMs(to)];
  const expected = 'expected a time after the start, such as 12s or 1m30s';
  return {
    ...(fromMs === null ? { from: expected } : {}),
    ...(toMs === null
      ? { to: expected }
      : fromMs !== null && toMs - fromMs < 1000
        ? { to: 'expected at least 1s after the beginning' }
        : {}),
  };
}

/** The windows that the run shall have for itself, for the API. Drafts must be without errors. */
export function toOwnWindows(drafts: readonly WindowDraft[], startMs: number): Run['windows'] {
  const at = (text: string): string => new Date(startMs + (parseDurationMs(text) ?? 0)).toISOString();
  return Object.fromEntries(
    drafts.flatMap(({ name, isOwn, from, to }) => (isOwn ? [[name, { from: at(from), to: at(to) }]] : [])),
  );
}

/** A name for people. */
export const sayWindow = (name: string): string => (name === wholeRunWindow ? 'Whole run' : name);
