import { z } from 'zod';
import { ClusterError } from './cluster-error.ts';
import type { Transport } from './transport.ts';

export interface ClusterVersion {
  /** Such as `v1.36.3`. */
  gitVersion: string;
  platform: string | null;
}

export interface ClusterNode {
  name: string;
  /** Quantities as Kubernetes writes them: `{cpu: '32', memory: '256Gi', pods: '500'}`. */
  capacity: Readonly<Record<string, string>>;
  allocatable: Readonly<Record<string, string>>;
  kubeletVersion: string | null;
  kernelVersion: string | null;
  osImage: string | null;
  containerRuntime: string | null;
  architecture: string | null;
  instanceType: string | null;
  zone: string | null;
  isReady: boolean;
  isSchedulable: boolean;
}

const versionSchema = z.object({ gitVersion: z.string(), platform: z.string().optional() });

/** The version of the API server: what any authenticated (and mostly any) caller may ask. */
export async function readVersion(
  transport: Transport,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<ClusterVersion> {
  const doing = 'read the version';
  const answer = await transport.ask({ doing, method: 'GET', path: '/version', signal: options.signal });
  const parsed = versionSchema.safeParse(answer);
  if (!parsed.success)
    throw new ClusterError('unavailable', `${doing}: its answer is not that of a Kubernetes API server`);
  return { gitVersion: parsed.data.gitVersion.slice(0, 100), platform: parsed.data.platform ?? null };
}

const quantities = z.record(z.string(), z.string()).nullish();
const nodeSchema = z.object({
  metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()).nullish() }),
  spec: z.object({ unschedulable: z.boolean().optional() }).nullish(),
  status: z
    .object({
      capacity: quantities,
      allocatable: quantities,
      conditions: z.array(z.object({ type: z.string(), status: z.string() })).nullish(),
      nodeInfo: z
        .object({
          kubeletVersion: z.string(),
          kernelVersion: z.string(),
          osImage: z.string(),
          containerRuntimeVersion: z.string(),
          architecture: z.string(),
        })
        .partial()
        .nullish(),
    })
    .nullish(),
});

/** A node as it is described; throws `ClusterError` when the object is none. */
export function toClusterNode(object: unknown): ClusterNode {
  const parsed = nodeSchema.safeParse(object);
  if (!parsed.success) throw new ClusterError('unavailable', 'A node of its list cannot be read');
  const { metadata, spec, status } = parsed.data;
  const labels = metadata.labels ?? {};
  const info = status?.nodeInfo;
  return {
    name: metadata.name,
    capacity: status?.capacity ?? {},
    allocatable: status?.allocatable ?? {},
    kubeletVersion: info?.kubeletVersion || null,
    kernelVersion: info?.kernelVersion || null,
    osImage: info?.osImage || null,
    containerRuntime: info?.containerRuntimeVersion || null,
    architecture: info?.architecture || null,
    instanceType:
      labels['node.kubernetes.io/instance-type'] ?? labels['beta.kubernetes.io/instance-type'] ?? null,
    zone: labels['topology.kubernetes.io/zone'] ?? null,
    isReady: status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false,
    isSchedulable: spec?.unschedulable !== true,
  };
}

const reviewSchema = z.object({
  status: z.object({
    userInfo: z.object({ username: z.string().optional(), groups: z.array(z.string()).nullish() }),
  }),
});

/** Whom the cluster takes the credential for; null where it cannot say (before Kubernetes 1.28). */
export async function readUser(
  transport: Transport,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<string | null> {
  const apiVersion = 'authentication.k8s.io/v1';
  try {
    const answer = await transport.ask({
      doing: 'ask who it is',
      method: 'POST',
      path: `/apis/${apiVersion}/selfsubjectreviews`,
      body: { apiVersion, kind: 'SelfSubjectReview' },
      signal: options.signal,
    });
    return reviewSchema.safeParse(answer).data?.status.userInfo.username?.slice(0, 300) ?? null;
  } catch (error) {
    if (error instanceof ClusterError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}
