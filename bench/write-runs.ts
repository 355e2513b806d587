import { makeId } from '@proofload/domain';
import type { ServiceContext } from '@proofload/services';
import { measureRepeated } from './repeated.ts';

/** Runs that are written, one after the other. */
const runs = 200;

type Times = Awaited<ReturnType<typeof measureRepeated>>;

/**
 * Milliseconds of the steps of a run's life in the database, among all those that are there: opened, claimed, its lease
 * lengthened, its results stored, ended and deleted.
 */
export async function measureWrites({ repos, random }: ServiceContext): Promise<Record<string, Times>> {
  // One more, which is not counted.
  const ids = Array.from({ length: runs + 1 }, (_, index) => makeId(Date.now() + index, random));
  const repeat = (write: (id: string) => Promise<unknown>): Promise<Times> => {
    const left = [...ids];
    return measureRepeated(runs, () => write(left.pop() ?? ''));
  };
  const projectId = 'bench';
  const leaseMs = 60_000;
  return {
    open: await repeat((id) => repos.runs.insert([newRun(id)])),
    claim: await repeat((id) => repos.runs.claim(id, 'bench', Date.now() + leaseMs)),
    renewLease: await repeat((id) => repos.runs.renewLease(id, 'bench', Date.now() + leaseMs)),
    saveResults: await repeat((id) => repos.runs.saveResults({ id, projectId }, newResults(random))),
    end: await repeat((id) =>
      repos.runs.change(
        id,
        { status: 'starting' },
        { status: 'finished', outcome: 'completed', finishedAtMs: Date.now() },
      ),
    ),
    delete: await repeat((id) => repos.runs.delete(id, projectId, { evenPinned: false })),
  };
}

function newRun(id: string): Parameters<ServiceContext['repos']['runs']['insert']>[0][number] {
  return {
    ...{ id, projectId: 'bench', experimentId: 'experiment7', experimentVersion: 1, sweepId: null },
    ...{ name: `written ${id}`, executor: 'k6', treatment: 'qps=50', replicate: 1, position: 1 },
    params: { qps: 50, burst: 100, mode: 'legacy' },
    labels: { branch: 'main', commit: id },
    status: 'queued',
    createdAtMs: Date.now(),
  };
}

function newResults(random: () => number): Parameters<ServiceContext['repos']['runs']['saveResults']>[1] {
  const measurement = () => ({
    ...{ value: random() * 1000, unit: 'ms', better: 'lower' as const, samples: 1000 },
    ...{ spread: { min: 0, max: 5000, stddev: 10 }, window: null, note: null },
  });
  return {
    measurements: Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`m${index}`, measurement()])),
    slos: [],
    verdict: 'pass',
    evaluatedVersion: 1,
  };
}
