import type { Db } from '../client.ts';
import type { PrometheusServer } from '../generated/client.ts';
import { createSealedRows } from './sealed-rows.ts';

/** A Prometheus of a project. Of its secrets only the encrypted text gets here. */
export interface PrometheusServerRecord {
  id: string;
  projectId: string;
  name: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  authKind: 'none' | 'basic' | 'bearer';
  username: string | null;
  caCertificate: string | null;
  clientCertificate: string | null;
  delayMs: number | null;
  sealedSecrets: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  updatedBy: string;
}

/** The Prometheus servers of projects. */
export function createPrometheusServerRepository(db: Db) {
  return {
    /** By name. */
    async list(projectId: string): Promise<PrometheusServerRecord[]> {
      const rows = await db.prometheusServer.findMany({
        where: { projectId },
        orderBy: { name: 'asc' },
        take: 500,
      });
      return rows.map(toRecord);
    },

    async count(projectId: string): Promise<number> {
      return db.prometheusServer.count({ where: { projectId } });
    },

    async find(projectId: string, name: string): Promise<PrometheusServerRecord | null> {
      const row = await db.prometheusServer.findUnique({ where: { projectId_name: { projectId, name } } });
      return row && toRecord(row);
    },

    /** False when the project has a server of that name already. */
    async insert(server: PrometheusServerRecord): Promise<boolean> {
      const { count } = await db.prometheusServer.createMany({ data: toRow(server), skipDuplicates: true });
      return count === 1;
    },

    /** Takes the place of what was read before; false when somebody else changed or deleted it since. */
    async replace(server: PrometheusServerRecord, readAtMs: number): Promise<boolean> {
      const { id, projectId, createdAt: _, ...data } = toRow(server);
      const { count } = await db.prometheusServer.updateMany({
        where: { id, projectId, updatedAt: new Date(readAtMs) },
        data,
      });
      return count === 1;
    },

    async delete(projectId: string, name: string): Promise<boolean> {
      const { count } = await db.prometheusServer.deleteMany({ where: { projectId, name } });
      return count === 1;
    },

    ...createSealedRows(db.prometheusServer),
  };
}

function toRow({ createdAtMs, updatedAtMs, headers, ...rest }: PrometheusServerRecord) {
  return {
    ...rest,
    headers: { ...headers },
    createdAt: new Date(createdAtMs),
    updatedAt: new Date(updatedAtMs),
  };
}

function toRecord({
  createdAt,
  updatedAt,
  headers,
  authKind,
  ...row
}: PrometheusServer): PrometheusServerRecord {
  return {
    ...row,
    headers: headers as Record<string, string>,
    authKind: authKind as PrometheusServerRecord['authKind'],
    createdAtMs: createdAt.getTime(),
    updatedAtMs: updatedAt.getTime(),
  };
}
