import { z } from 'zod';

const time = z.string().optional();
const terminated = z.object({
  exitCode: z.number().default(0),
  reason: z.string().optional(),
  message: z.string().optional(),
  startedAt: z.string().nullish(),
  finishedAt: z.string().nullish(),
});
const containerStatus = z.object({
  name: z.string(),
  imageID: z.string().default(''),
  restartCount: z.number().default(0),
  state: z
    .object({
      running: z.object({ startedAt: z.string().nullish() }).nullish(),
      waiting: z.object({ reason: z.string().optional(), message: z.string().optional() }).nullish(),
      terminated: terminated.nullish(),
    })
    .nullish(),
  lastState: z.object({ terminated: terminated.nullish() }).nullish(),
});
const podSchema = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string().default('default'),
    uid: z.string().default(''),
    creationTimestamp: time,
    labels: z.record(z.string(), z.string()).nullish(),
    deletionTimestamp: time,
  }),
  spec: z.object({ nodeName: z.string().optional() }).nullish(),
  status: z
    .object({
      phase: z.string().optional(),
      conditions: z
        .array(
          z.object({
            type: z.string(),
            status: z.string(),
            reason: z.string().nullish(),
            message: z.string().nullish(),
            lastTransitionTime: z.string().nullish(),
          }),
        )
        .nullish(),
      containerStatuses: z.array(containerStatus).nullish(),
      initContainerStatuses: z.array(containerStatus).nullish(),
      startTime: z.string().nullish(),
    })
    .nullish(),
});

export interface ContainerEnd {
  container: string;
  exitCode: number;
  /** Such as `OOMKilled`, `Error` or `Completed`. */
  reason: string | null;
  /** What it wrote into its termination message. */
  message: string | null;
  startedMs: number | null;
  finishedMs: number | null;
}

/** What counts of a pod. Times are unix milliseconds, as exact as Kubernetes has them: whole seconds. */
export interface PodFacts {
  name: string;
  namespace: string;
  uid: string;
  job: string | null;
  node: string | null;
  phase: string;
  createdMs: number | null;
  scheduledMs: number | null;
  /** When its first container began to run. */
  startedMs: number | null;
  /** When it became ready, while it still is. */
  readyMs: number | null;
  /** When its last container ended; null while one runs. */
  finishedMs: number | null;
  /** When it was seen to be gone. */
  deletedMs: number | null;
  restarts: number;
  /** Why no node takes it, such as `Unschedulable: 0/3 nodes are available`. */
  unschedulable: string | null;
  /** Why a container does not start, such as `ImagePullBackOff: ...`. */
  waiting: string | null;
  /** Newest end of each container that has ended. */
  ends: ContainerEnd[];
  /** Ends of containers that were started again and have ended again. */
  earlierEnds: ContainerEnd[];
  /** Containers that were started again. */
  restarted: string[];
  /** Names of its containers, those that prepare first. */
  containers: string[];
  /** Digest of the image by container. */
  images: Readonly<Record<string, string>>;
}

/** Reads a pod; null when the object is none. */
export function readPodFacts(object: unknown): PodFacts | null {
  const parsed = podSchema.safeParse(object);
  if (!parsed.success) return null;
  const { metadata, spec, status } = parsed.data;
  const containers = status?.containerStatuses ?? [];
  const all = [...(status?.initContainerStatuses ?? []), ...containers];
  const ends = all.flatMap((container) => endOf(container) ?? []);
  const phase = status?.phase ?? 'Pending';
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  const finished = ends.flatMap(({ finishedMs }) => finishedMs ?? []);
  const started = all.flatMap(({ state, lastState }) =>
    [state?.running?.startedAt, state?.terminated?.startedAt, lastState?.terminated?.startedAt].flatMap(
      (at) => toMs(at) ?? [],
    ),
  );
  const waiting = all.map(({ state }) => state?.waiting).find((state) => state?.reason !== undefined);
  const labels = metadata.labels ?? {};
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  return {
    name: metadata.name,
    namespace: metadata.namespace,
    uid: metadata.uid,
    job: labels['batch.kubernetes.io/job-name'] ?? labels['job-name'] ?? null,
    node: spec?.nodeName ?? null,
    phase,
    createdMs: toMs(metadata.creationTimestamp),
    scheduledMs: scheduled?.status === 'True' ? toMs(scheduled.lastTransitionTime) : null,
    startedMs: started.length > 0 ? Math.min(...started) : null,
    readyMs: ready?.status === 'True' ? toMs(ready.lastTransitionTime) : null,
    finishedMs: isOver && finished.length > 0 ? Math.max(...finished) : null,
    deletedMs: null,
    restarts: containers.reduce((sum, { restartCount }) => sum + restartCount, 0),
    unschedulable:
      scheduled?.status === 'False' ? [scheduled.reason, scheduled.message].filter(Boolean).join(': ') : null,
    waiting: waiting ? [waiting.reason, waiting.message].filter(Boolean).join(': ') : null,
    ends,
    earlierEnds: all.flatMap(({ name, state, lastState }) =>
      state?.terminated && lastState?.terminated ? toEnd(name, lastState.terminated) : [],
    ),
    restarted: all.flatMap(({ name, restartCount }) => (restartCount > 0 ? [name] : [])),
    containers: all.map(({ name }) => name),
    images: Object.fromEntries(containers.flatMap(({ name, imageID }) => (imageID ? [[name, imageID]] : []))),
  };
}

function endOf({ name, state, lastState }: z.infer<typeof containerStatus>): ContainerEnd | null {
  const end = state?.terminated ?? lastState?.terminated;
  return end ? toEnd(name, end) : null;
}

const toEnd = (container: string, end: z.infer<typeof terminated>): ContainerEnd => ({
  container,
  exitCode: end.exitCode,
  reason: end.reason ?? null,
  message: end.message ?? null,
  startedMs: toMs(end.startedAt),
  finishedMs: toMs(end.finishedAt),
});

export function toMs(text: string | null | undefined): number | null {
  const ms = text ? Date.parse(text) : Number.NaN;
  // An unset time of Go is the year 1.
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

export const isOomKilled = ({ reason }: Pick<ContainerEnd, 'reason'>): boolean => reason === 'OOMKilled';
