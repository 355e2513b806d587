import { z } from 'zod';
import { ClusterError } from './cluster-error.ts';
import { type ApiResource, apiVersionOf } from './resource.ts';
import type { Transport } from './transport.ts';

const aggregated = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(',');
/** One call for all groups since Kubernetes 1.27, one a group before. */
export const discoveryAccept = `${aggregated},application/json`;

const discoverySchema = z.object({
  kind: z.literal('APIGroupDiscoveryList'),
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string().default('') }).default({ name: '' }),
      versions: z
        .array(
          z.object({
            version: z.string(),
            resources: z
              .array(
                z.object({
                  resource: z.string(),
                  responseKind: z.object({ kind: z.string() }).nullish(),
                  scope: z.string(),
                  verbs: z.array(z.string()).default([]),
                }),
              )
              .nullish(),
          }),
        )
        .nullish(),
    }),
  ),
});

const groupListSchema = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      versions: z.array(z.object({ groupVersion: z.string(), version: z.string() })),
    }),
  ),
});
const coreVersionsSchema = z.object({ versions: z.array(z.string()) });
const resourceListSchema = z.object({
  resources: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      namespaced: z.boolean(),
      verbs: z.array(z.string()).default([]),
    }),
  ),
});

/** All kinds that a cluster serves, without sub-resources, in the server's order of preference. */
export async function discoverResources(
  transport: Pick<Transport, 'ask'>,
  accept: string = discoveryAccept,
): Promise<ApiResource[]> {
  const roots = await Promise.all(['/api', '/apis'].map((path) => readRoot(transport, path, accept)));
  return roots.flat();
}

async function readRoot(
  transport: Pick<Transport, 'ask'>,
  path: string,
  accept: string,
): Promise<ApiResource[]> {
  const doing = 'list the kinds that the cluster knows';
  const answer = await transport.ask({ doing, method: 'GET', path, accept });
  const modern = discoverySchema.safeParse(answer);
  if (modern.success) return readAggregated(modern.data);
  const paths = listVersions(path, answer);
  const lists = await Promise.all(
    paths.map(async ({ group, version, path: address }) => {
      const list = await readList(transport, doing, address);
      return list.map((entry) => ({ ...entry, group, version }));
    }),
  );
  return lists.flat();
}

function readAggregated({ items }: z.infer<typeof discoverySchema>): ApiResource[] {
  return items.flatMap(({ metadata: { name: group }, versions }) =>
    (versions ?? []).flatMap(({ version, resources }) =>
      (resources ?? []).flatMap(({ resource, responseKind, scope, verbs }) =>
        responseKind?.kind
          ? [
              {
                group,
                version,
                kind: responseKind.kind,
                plural: resource,
                isNamespaced: scope === 'Namespaced',
                verbs,
              },
            ]
          : [],
      ),
    ),
  );
}

function listVersions(path: string, answer: unknown): { group: string; version: string; path: string }[] {
  const core = coreVersionsSchema.safeParse(answer);
  if (path === '/api' && core.success)
    return core.data.versions.map((version) => ({ group: '', version, path: `/api/${version}` }));
  const groups = groupListSchema.safeParse(answer);
  if (!groups.success) throw new ClusterError('unavailable', 'its list of kinds cannot be read');
  return groups.data.groups.flatMap(({ name, versions }) =>
    versions.map(({ version, groupVersion }) => ({ group: name, version, path: `/apis/${groupVersion}` })),
  );
}

async function readList(transport: Pick<Transport, 'ask'>, doing: string, path: string) {
  try {
    const { resources } = resourceListSchema.parse(await transport.ask({ doing, method: 'GET', path }));
    return resources
      .filter(({ name }) => !name.includes('/'))
      .map(({ name, kind, namespaced, verbs }) => ({ kind, plural: name, isNamespaced: namespaced, verbs }));
  } catch (error) {
    // One group whose server is down must not hide the others.
    if (error instanceof z.ZodError || (error instanceof ClusterError && error.isTransient)) return [];
    throw error;
  }
}

export interface ResourceCatalog {
  /** Asked at most once a minute. */
  list(): Promise<readonly ApiResource[]>;
  /** Throws `ClusterError` `not-found` for a kind that the cluster does not have. */
  find(apiVersion: string, kind: string): Promise<ApiResource>;
}

const keptMs = 60_000;
/** A kind that is missing may just have been installed; a loop that waits for it must not ask at each turn. */
const refreshedAfterMs = 1000;

/** @param now in milliseconds, of a clock that only goes forward */
export function createResourceCatalog(
  transport: Pick<Transport, 'ask'>,
  now: () => number = () => performance.now(),
): ResourceCatalog {
  let kept: { atMs: number; resources: Promise<readonly ApiResource[]> } | null = null;
  const read = (maxAgeMs: number): Promise<readonly ApiResource[]> => {
    if (kept !== null && now() - kept.atMs < maxAgeMs) return kept.resources;
    const entry = { atMs: now(), resources: discoverResources(transport) };
    kept = entry;
    // What failed is not kept.
    entry.resources.catch(() => {
      if (kept === entry) kept = null;
    });
    return entry.resources;
  };
  const search = async (maxAgeMs: number, apiVersion: string, kind: string) =>
    (await read(maxAgeMs)).find(
      (resource) => resource.kind === kind && apiVersionOf(resource) === apiVersion,
    );
  return {
    list: () => read(keptMs),
    async find(apiVersion, kind) {
      const found =
        (await search(keptMs, apiVersion, kind)) ?? (await search(refreshedAfterMs, apiVersion, kind));
      if (found !== undefined) return found;
      throw new ClusterError('not-found', `The cluster has no kind ${kind} in ${apiVersion}`);
    },
  };
}
