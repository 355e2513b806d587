import type { Db } from '../client.ts';
import type { Cluster } from '../generated/client.ts';
import { createSealedRows } from './sealed-rows.ts';

/** A Kubernetes cluster of a project. Of its credentials only the encrypted text gets here. */
export interface ClusterRecord {
  id: string;
  projectId: string;
  name: string;
  server: string | null;
  context: string | null;
  namespace: string;
  authKind: 'token' | 'certificate' | 'in-cluster';
  caCertificate: string | null;
  insecureSkipTlsVerify: boolean;
  tlsServerName: string | null;
  proxyUrl: string | null;
  prometheusServer: string | null;
  maxConcurrentRuns: number;
  maxObjects: number;
  sealedSecrets: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  updatedBy: string;
}

/** The clusters of projects. */
export function createClusterRepository(db: Db) {
  return {
    /** By name. */
    async list(projectId: string): Promise<ClusterRecord[]> {
      const rows = await db.cluster.findMany({ where: { projectId }, orderBy: { name: 'asc' }, take: 500 });
      return rows.map(toRecord);
    },

    async count(projectId: string): Promise<number> {
      return db.cluster.count({ where: { projectId } });
    },

    async find(projectId: string, name: string): Promise<ClusterRecord | null> {
      const row = await db.cluster.findUnique({ where: { projectId_name: { projectId, name } } });
      return row && toRecord(row);
    },

    /** False when the project has a cluster of that name already. */
    async insert(cluster: ClusterRecord): Promise<boolean> {
      const { count } = await db.cluster.createMany({ data: toRow(cluster), skipDuplicates: true });
      return count === 1;
    },

    /** Takes the place of what was read before; false when somebody else changed or deleted it since. */
    async replace(cluster: ClusterRecord, readAtMs: number): Promise<boolean> {
      const { id, projectId, createdAt: _, ...data } = toRow(cluster);
      const { count } = await db.cluster.updateMany({
        where: { id, projectId, updatedAt: new Date(readAtMs) },
        data,
      });
      return count === 1;
    },

    async delete(projectId: string, name: string): Promise<boolean> {
      const { count } = await db.cluster.deleteMany({ where: { projectId, name } });
      return count === 1;
    },

    /** Runs on the cluster that are not finished. */
    async countUnfinishedRuns(projectId: string, name: string): Promise<number> {
      const isThere = { projectId, clusterName: name, executor: { not: 'external' } };
      return db.run.count({ where: { ...isThere, status: { not: 'finished' } } });
    },

    ...createSealedRows(db.cluster),
  };
}

function toRow({ createdAtMs, updatedAtMs, ...rest }: ClusterRecord) {
  return { ...rest, createdAt: new Date(createdAtMs), updatedAt: new Date(updatedAtMs) };
}

function toRecord({ createdAt, updatedAt, authKind, ...row }: Cluster): ClusterRecord {
  return {
    ...row,
    authKind: authKind as ClusterRecord['authKind'],
    createdAtMs: createdAt.getTime(),
    updatedAtMs: updatedAt.getTime(),
  };
}
