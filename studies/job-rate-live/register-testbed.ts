import type { Testbed } from '@proofload/testbed';

/** Name of the cluster and of its Prometheus in the project; the definition names the first. */
export const studyCluster = 'job-rate-live';

export interface Server {
  url: string;
  token: string;
}

/** The cluster that the testbed is to a Proofload, with the credential of its administrator. */
export const clusterOf = (testbed: Testbed, pods: number) => ({
  credentials: {
    kind: 'token' as const,
    server: testbed.server,
    token: testbed.adminToken,
    caCertificate: testbed.caPem,
  },
  namespace: 'default',
  prometheusServer: studyCluster,
  maxObjects: pods + 100,
});

/** Tells a Proofload of the testbed: its Prometheus, and the cluster. */
export async function registerTestbed(server: Server, testbed: Testbed, pods: number): Promise<void> {
  await put(server, 'prometheus-servers', { url: testbed.prometheusUrl });
  await put(server, 'clusters', clusterOf(testbed, pods));
}

/** Replaces what an earlier study has left, or makes it. */
async function put(server: Server, collection: string, settings: object): Promise<void> {
  const replaced = await call(server, 'PUT', `${collection}/${studyCluster}`, settings);
  const answer =
    replaced.status === 404
      ? await call(server, 'POST', collection, { name: studyCluster, ...settings })
      : replaced;
  if (!answer.ok) throw new Error(`Adding ${collection}/${studyCluster} was refused: ${await answer.text()}`);
}

const call = ({ url, token }: Server, method: string, path: string, body: object): Promise<Response> =>
  fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
