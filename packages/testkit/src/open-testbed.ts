import { randomBytes } from 'node:crypto';
import { ApiException, type KubernetesObject, loadAllYaml } from '@kubernetes/client-node';
import {
  type ClusterClients,
  connectTestbed,
  makeClients,
  makeKubeconfig,
  makePlayedNode,
  type NodeShapeInput,
  type Testbed,
  testbedFacts,
} from '@proofload/testbed';
import { type AccessRule, createAccount, issueToken } from './create-account.ts';

export interface SharedTestbed {
  /** Other files use it at the same time: whoever stops parts starts a testbed of its own with `startTestbed`. */
  testbed: Testbed;
  /** An administrator's. */
  kubeconfigText: string;
  /** Address of the API server. */
  apiServer: string;
  caPem: string;
  adminToken: string;
  prometheusUrl: string;
  /** Talk to the API server as its administrator. */
  clients: ClusterClients;
  /** A namespace with a name of its own, with its default service account. */
  createNamespace(prefix?: string): Promise<string>;
  /** A service account that may do in its namespace what `rules` say, and anywhere what `clusterRules` say. */
  createServiceAccountToken(request: AccountRequest): Promise<AccountToken>;
  /** Creates what a manifest names, as `kubectl create -f` does. */
  applyManifest(yaml: string): Promise<void>;
  /** A token of a service account that is there already, for an hour. */
  issueToken(namespace: string, account: string): Promise<string>;
  /** A kubeconfig with a token. */
  kubeconfigOf(token: string): string;
  /** A played node on which nothing lands that does not ask for it. */
  createNode(shape?: NodeShapeInput): Promise<PlacedNode>;
  /** Removes what was created through this; call it in `afterAll`. */
  remove(): Promise<void>;
}

interface AccountRequest {
  namespace: string;
  rules?: AccessRule[];
  clusterRules?: AccessRule[];
  /** 3600 unless given; Kubernetes wants at least 600. */
  expirationSeconds?: number;
}

interface AccountToken {
  token: string;
  /** Of the service account; deleting it revokes the token. */
  name: string;
}

export interface PlacedNode {
  name: string;
  /** What the specification of a pod needs to be placed there and nowhere else. */
  placement: {
    nodeSelector: Record<string, string>;
    tolerations: { key: string; operator: string; value: string }[];
  };
}

const nodeKey = 'testbed.proofload/node';
const makeName = (prefix: string): string => `${prefix}-${randomBytes(5).toString('hex')}`;

/** What test files do with a control plane. @param found one that runs, or its facts as JSON */
export function openTestbed(found: string | Testbed): SharedTestbed {
  const testbed = typeof found === 'string' ? connectTestbed(testbedFacts.parse(JSON.parse(found))) : found;
  const { server, caPem } = testbed;
  const clients = makeClients(testbed.kubeconfigText);
  const undo: (() => Promise<unknown>)[] = [];
  return {
    testbed,
    kubeconfigText: testbed.kubeconfigText,
    apiServer: server,
    caPem,
    adminToken: testbed.adminToken,
    prometheusUrl: testbed.prometheusUrl,
    clients,
    applyManifest: async (yaml) => {
      for (const object of loadAllYaml(yaml) as KubernetesObject[]) {
        await clients.objects.create(object);
        undo.push(() => clients.objects.delete(object));
      }
    },
    issueToken: (namespace, account) => issueToken(clients, { namespace, name: account }),
    kubeconfigOf: (given) => makeKubeconfig(server, caPem, { token: given }),
    createNamespace: async (prefix = 'test') => {
      const name = makeName(prefix);
      await clients.core.createNamespace({ body: { metadata: { name } } });
      undo.push(() => clients.core.deleteNamespace({ name }));
      return name;
    },
    createServiceAccountToken: async (request) => {
      const name = makeName('account');
      const account = await createAccount(clients, { ...request, name });
      undo.push(account.remove);
      return { token: account.token, name };
    },
    createNode: async (shape = {}) => {
      const name = makeName('node');
      const taint = { key: nodeKey, value: name, effect: 'NoSchedule' as const };
      const labels = { ...shape.labels, [nodeKey]: name };
      const taints = [...(shape.taints ?? []), taint];
      await clients.objects.create(makePlayedNode({ ...shape, labels, taints }, name));
      undo.push(() => clients.core.deleteNode({ name }));
      const tolerations = [{ key: nodeKey, operator: 'Equal', value: name }];
      return { name, placement: { nodeSelector: { [nodeKey]: name }, tolerations } };
    },
    remove: async () => {
      for (const step of undo.reverse()) await step().catch(ignoreGone);
    },
  };
}

/** A test may have deleted by itself what it had created. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ApiException) || ![404, 409].includes(error.code)) throw error;
}
