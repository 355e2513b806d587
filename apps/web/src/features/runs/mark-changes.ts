import type { Run } from '@proofload/contracts';
import { formatDurationMs, parseDurationMs } from '@proofload/domain';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

/** What is marked in a run: a moment with a note, or a stretch with a name. Milliseconds after its start. */
export type Mark =
  | { kind: 'note'; id: string; atMs: number; text: string }
  | { kind: 'phase'; name: string; fromMs: number; toMs: number };

/** What was done to the marks of a run, in words, and what sets it back. */
export interface MarkChange {
  said: string;
  run: Run;
  undo(): Promise<Run>;
}

type MarkedRun = Pick<Run, 'phases' | 'annotations' | 'finishedAt'>;

/** The marks of a run in order of time. */
export function listMarks({ phases, annotations, finishedAt }: MarkedRun, startMs: number): Mark[] {
  const at = (instant: string): number => Date.parse(instant) - startMs;
  const stretches = phases.map(
    ({ name, from, to }): Mark => ({
      kind: 'phase',
      name,
      fromMs: at(from),
      toMs: at(to ?? finishedAt ?? from),
    }),
  );
  const notes = annotations.map(
    ({ id, at: instant, text }): Mark => ({ kind: 'note', id, atMs: at(instant), text }),
  );
  const beginOf = (mark: Mark): number => (mark.kind === 'note' ? mark.atMs : mark.fromMs);
  return [...stretches, ...notes].sort((a, b) => beginOf(a) - beginOf(b));
}

export const nameOfMark = (mark: Mark): string => (mark.kind === 'note' ? mark.text : mark.name);

export const sayMark = (mark: Mark): string =>
  mark.kind === 'note'
    ? formatDurationMs(mark.atMs)
    : `${formatDurationMs(mark.fromMs)} to ${formatDurationMs(mark.toMs)}`;

/** A time as people write it, `90s` or `1m30s`; a plain number is seconds. Null for anything else. */
export function readTime(text: string): number | null {
  const trimmed = text.trim();
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) * 1000 : parseDurationMs(trimmed);
}

interface Target {
  run: Run;
  startMs: number;
}

/** Adds a mark, or puts it in the place of another one of its kind. */
export async function saveMark(target: Target, mark: Mark, former: Mark | null): Promise<MarkChange> {
  const said = `${nameOfMark(mark)} is ${former ? 'changed' : 'marked'}`;
  if (mark.kind === 'phase') return savePhase(target, mark, former, said);
  const { run, startMs } = target;
  const body = { at: toInstant(startMs + mark.atMs), text: mark.text };
  if (former?.kind === 'note') {
    const before = { at: toInstant(startMs + former.atMs), text: former.text };
    const change = (next: object) =>
      callApi(`/runs/${run.id}/annotations/${former.id}`, answers.run, { method: 'PATCH', body: next });
    return { said, run: await change(body), undo: () => change(before) };
  }
  const known = new Set(run.annotations.map(({ id }) => id));
  const added = await callApi(`/runs/${run.id}/annotations`, answers.run, { method: 'POST', body });
  const id = added.annotations.find((one) => !known.has(one.id))?.id ?? '';
  const undo = () => callApi(`/runs/${run.id}/annotations/${id}`, answers.run, { method: 'DELETE' });
  return { said, run: added, undo };
}

/** Removes a mark. */
export async function removeMark(target: Target, mark: Mark): Promise<MarkChange> {
  const { run, startMs } = target;
  const said = `${nameOfMark(mark)} is removed`;
  if (mark.kind === 'phase') {
    const rest = run.phases.filter(({ name }) => name !== mark.name);
    return { said, run: await putPhases(run, rest), undo: () => putPhases(run, run.phases) };
  }
  const path = `/runs/${run.id}/annotations`;
  const now = await callApi(`${path}/${mark.id}`, answers.run, { method: 'DELETE' });
  const labels = run.annotations.find(({ id }) => id === mark.id)?.labels ?? {};
  const body = { at: toInstant(startMs + mark.atMs), text: mark.text, labels };
  return { said, run: now, undo: () => callApi(path, answers.run, { method: 'POST', body }) };
}

async function savePhase(
  { run, startMs }: Target,
  { name, fromMs, toMs }: Extract<Mark, { kind: 'phase' }>,
  former: Mark | null,
  said: string,
): Promise<MarkChange> {
  const phase = { name, from: toInstant(startMs + fromMs), to: toInstant(startMs + toMs) };
  if (run.status !== 'finished') {
    // While it goes on its worker writes phases as well: one is added, or moved by its name.
    const before = run.phases.find((known) => known.name === name);
    const post = (body: object) => callApi(`/runs/${run.id}/phases`, answers.run, { method: 'POST', body });
    const undo = () =>
      before
        ? post({ ...before, to: before.to ?? undefined })
        : Promise.reject(new Error('A phase of a run that goes on can be removed once it is finished'));
    return { said, run: await post(phase), undo };
  }
  const replaced = former?.kind === 'phase' ? former.name : name;
  const rest = run.phases.filter((known) => known.name !== replaced);
  return { said, run: await putPhases(run, [...rest, phase]), undo: () => putPhases(run, run.phases) };
}

/** A phase without an end ended with its run. */
function putPhases({ id, finishedAt }: Run, phases: Run['phases']): Promise<Run> {
  const body = { phases: phases.map((phase) => ({ ...phase, to: phase.to ?? finishedAt ?? phase.from })) };
  return callApi(`/runs/${id}/phases`, answers.run, { method: 'PUT', body });
}

const toInstant = (ms: number): string => new Date(Math.round(ms)).toISOString();
