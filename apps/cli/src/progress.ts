import type { Sweep } from '@proofload/contracts';
import { describeOutlook } from './sweep-text.ts';

type SweepRun = Sweep['runs'][number];

/** One line on how far a sweep is. */
export function describeProgress(sweep: Sweep, nowMs: number): string {
  const { counts } = sweep;
  const done = counts.completed + counts.failed + counts.cancelled;
  const working = sweep.runs.filter((run) => run.status !== 'queued' && run.status !== 'finished');
  const now = working.map((run) => `${nameRun(run)} ${run.status}`).join(', ');
  const outlook = describeOutlook(sweep, nowMs);
  const left = [...(sweep.paused === null ? [] : ['paused']), ...outlook].map((text) => `, ${text}`).join('');
  return `${done} of ${counts.total} runs done${now === '' ? '' : `: ${now}`}${left}`;
}

/** A line for every run that began or ended between two looks at a sweep. */
export function describeChanges(before: Sweep | null, after: Sweep): string[] {
  const known = new Map(before?.runs.map((run) => [run.id, run]));
  return [...after.runs].sort(byPosition).flatMap((run) => {
    const was = known.get(run.id);
    if (run.status === 'finished' && was?.status !== 'finished') return [describeEnd(run, after)];
    const hasBegun = (each: SweepRun | undefined): boolean => each !== undefined && each.status !== 'queued';
    return hasBegun(run) && !hasBegun(was) && run.status !== 'finished' ? [`${nameRun(run)} started`] : [];
  });
}

function describeEnd(run: SweepRun, sweep: Sweep): string {
  const done = sweep.runs.filter((each) => each.status === 'finished').length;
  const verdict = run.verdict === null || run.verdict === 'none' ? '' : `, verdict ${run.verdict}`;
  return `${nameRun(run)} ${run.outcome ?? 'finished'}${verdict} (${done} of ${sweep.counts.total})`;
}

function nameRun(run: SweepRun): string {
  const treatment = run.treatment === '' ? 'run' : run.treatment;
  return run.replicate === null ? treatment : `${treatment} #${run.replicate}`;
}

const byPosition = (a: SweepRun, b: SweepRun): number => (a.position ?? 0) - (b.position ?? 0);
