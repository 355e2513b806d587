import type { Annotation } from '@proofload/contracts';
import type { Labels, Phase } from '@proofload/domain';
import type { Db } from '../client.ts';
import type { Prisma } from '../generated/client.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogLine {
  atMs: number;
  level: LogLevel;
  message: string;
}

export interface ArtifactRecord {
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  blobKey: string;
}

/** An artifact as it is listed; one that has expired is not given out any more. */
export interface StoredArtifactRecord extends ArtifactRecord {
  expiredAtMs: number | null;
}

/** Log lines kept per run; what comes after is counted, not kept. */
const maxLogLines = 20_000;

/** What is written along a run: its log, phases, annotations, warnings and artifacts. */
export function createRunTimelineRepository(db: Db) {
  const bump = (runId: string) =>
    db.run.update({ where: { id: runId }, data: { revision: { increment: 1 } }, select: { id: true } });
  return {
    async appendLog(runId: string, lines: readonly LogLine[]): Promise<void> {
      if (lines.length === 0) return;
      await db.$transaction(async (tx) => {
        // The row lock makes two writers take turns, so that numbers are given once.
        await tx.$queryRaw`SELECT 1 FROM "Run" WHERE "id" = ${runId} FOR NO KEY UPDATE`;
        const { _max } = await tx.runLogLine.aggregate({ where: { runId }, _max: { seq: true } });
        const first = (_max.seq ?? 0) + 1;
        const room = Math.max(0, maxLogLines - first + 1);
        const kept = lines.slice(0, room).map((line, index) => ({
          runId,
          seq: first + index,
          at: new Date(line.atMs),
          level: line.level,
          message: line.message.slice(0, 8192).replaceAll('\0', '\ufffd'),
        }));
        await tx.runLogLine.createMany({ data: kept });
      });
    },

    async readLog(runId: string, after: number, limit: number): Promise<(LogLine & { seq: number })[]> {
      const rows = await db.runLogLine.findMany({
        where: { runId, seq: { gt: after } },
        orderBy: { seq: 'asc' },
        take: limit,
      });
      return rows.map((row) => ({
        seq: row.seq,
        atMs: row.at.getTime(),
        level: row.level as LogLevel,
        message: row.message,
      }));
    },

    /** Adds a phase, or replaces the one of the same name. */
    async putPhase(runId: string, phase: Phase): Promise<void> {
      await db.$transaction(async (tx) => {
        const [row] = await tx.$queryRaw<{ phases: Phase[] }[]>`
          SELECT "phases" FROM "Run" WHERE "id" = ${runId} FOR NO KEY UPDATE`;
        const phases = [...(row?.phases ?? []).filter((known) => known.name !== phase.name), phase];
        phases.sort((a, b) => a.startMs - b.startMs);
        await tx.run.update({
          where: { id: runId },
          data: { phases: phases as unknown as Prisma.InputJsonValue, revision: { increment: 1 } },
        });
      });
    },

    async addAnnotation(annotation: {
      id: string;
      runId: string;
      atMs: number;
      text: string;
      labels: Labels;
      createdBy: string;
    }): Promise<void> {
      const { atMs, ...rest } = annotation;
      await db.annotation.create({
        data: { ...rest, at: new Date(atMs), labels: rest.labels as Prisma.InputJsonValue },
      });
      await bump(annotation.runId);
    },

    /** @returns whether the run has such an annotation */
    async changeAnnotation(
      runId: string,
      id: string,
      changes: { atMs?: number; text?: string },
    ): Promise<boolean> {
      const { atMs, text } = changes;
      const { count } = await db.annotation.updateMany({
        where: { runId, id },
        data: {
          ...(atMs === undefined ? {} : { at: new Date(atMs) }),
          ...(text === undefined ? {} : { text }),
        },
      });
      if (count > 0) await bump(runId);
      return count > 0;
    },

    /** @returns whether the run had such an annotation */
    async deleteAnnotation(runId: string, id: string): Promise<boolean> {
      const { count } = await db.annotation.deleteMany({ where: { runId, id } });
      if (count > 0) await bump(runId);
      return count > 0;
    },

    async listAnnotations(runId: string): Promise<Annotation[]> {
      const rows = await db.annotation.findMany({ where: { runId }, orderBy: { at: 'asc' }, take: 1000 });
      return rows.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        text: row.text,
        labels: row.labels as Labels,
      }));
    },

    /** Adds warnings that the run does not have yet. */
    async addWarnings(runId: string, warnings: readonly string[]): Promise<void> {
      if (warnings.length === 0) return;
      await db.$transaction(async (tx) => {
        const [row] = await tx.$queryRaw<{ warnings: string[] }[]>`
          SELECT "warnings" FROM "Run" WHERE "id" = ${runId} FOR NO KEY UPDATE`;
        const merged = [...new Set([...(row?.warnings ?? []), ...warnings])].slice(0, 100);
        await tx.run.update({ where: { id: runId }, data: { warnings: merged, revision: { increment: 1 } } });
      });
    },

    /** Adds facts about the environment; one that is known gets its newest value. */
    async addEnvironment(runId: string, facts: Readonly<Record<string, string>>): Promise<void> {
      await db.$executeRaw`
        UPDATE "Run" SET "environment" = "environment" || ${JSON.stringify(facts)}::jsonb, "revision" = "revision" + 1
        WHERE "id" = ${runId}`;
    },

    async putArtifact(runId: string, artifact: ArtifactRecord): Promise<void> {
      const { name, ...rest } = artifact;
      const data = { ...rest, size: BigInt(rest.size) };
      await db.artifact.upsert({
        where: { runId_name: { runId, name } },
        create: { runId, name, ...data },
        update: data,
      });
      await bump(runId);
    },

    async listArtifacts(runId: string): Promise<StoredArtifactRecord[]> {
      const rows = await db.artifact.findMany({ where: { runId }, orderBy: { name: 'asc' } });
      return rows.map(({ name, contentType, size, sha256, blobKey, expiredAt }) => ({
        name,
        contentType,
        size: Number(size),
        sha256,
        blobKey,
        expiredAtMs: expiredAt?.getTime() ?? null,
      }));
    },
  };
}
