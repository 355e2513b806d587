import type { CapacityStep, StepFailure } from '@proofload/domain';
import type { Db } from '../client.ts';
import type { Prisma } from '../generated/client.ts';

const maxReason = 4_096;

/** The steps of capacity searches. */
export function createCapacityStepRepository(db: Db) {
  return {
    /** Stores a step, or a newer state of one that is stored. */
    async put(runId: string, { step, ...given }: CapacityStep): Promise<void> {
      const data = {
        units: given.units,
        state: given.state,
        startedAt: new Date(given.startedAtMs),
        convergedAt: toDate(given.convergedAtMs),
        heldAt: toDate(given.heldAtMs),
        endedAt: toDate(given.endedAtMs),
        failure: given.failure,
        reason: given.reason?.slice(0, maxReason).replaceAll('\0', '\ufffd') ?? null,
        values: given.values as Prisma.InputJsonValue,
      };
      await db.capacityStep.upsert({
        where: { runId_step: { runId, step } },
        create: { runId, step, ...data },
        update: data,
      });
    },

    /** In the order in which they were tried. */
    async list(runId: string): Promise<CapacityStep[]> {
      const rows = await db.capacityStep.findMany({ where: { runId }, orderBy: { step: 'asc' } });
      return rows.map(({ step, units, state, startedAt, convergedAt, heldAt, endedAt, ...row }) => ({
        step,
        units,
        state: state as CapacityStep['state'],
        startedAtMs: startedAt.getTime(),
        convergedAtMs: convergedAt?.getTime() ?? null,
        heldAtMs: heldAt?.getTime() ?? null,
        endedAtMs: endedAt?.getTime() ?? null,
        failure: row.failure as StepFailure | null,
        reason: row.reason,
        values: row.values as Record<string, number>,
      }));
    },
  };
}

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
