import { ProofloadError } from '@proofload/domain';
import { parse } from 'yaml';
import {
  type ClusterCredentials,
  findProxyProblem,
  findServerProblem,
  isNamespaceName,
} from './credentials.ts';
import {
  type Kubeconfig,
  type KubeconfigCluster,
  type KubeconfigContextEntry,
  type KubeconfigUser,
  kubeconfigSchema,
} from './kubeconfig-shape.ts';

/** A context of a kubeconfig: what it leads to, and either its credentials or why they cannot be used. */
export interface KubeconfigContext {
  name: string;
  isCurrent: boolean;
  /** Null when its cluster is missing. */
  server: string | null;
  namespace: string;
  /** Name of the user entry; null when the context names none. */
  user: string | null;
  /** Why this context cannot be used; null when it can. */
  problem: string | null;
  /** Null exactly when there is a problem. Holds secrets. */
  credentials: ClusterCredentials | null;
}

export const maxKubeconfigBytes = 1024 * 1024;
/** Each alias is resolved into what it stands for; kubeconfigs have none. */
const maxAliases = 100;
const shownContexts = 1000;

/**
 * The contexts of a kubeconfig in their order. What a server cannot use (programs, files of somebody's machine, other
 * protocols) is a problem of its context, not an error. Throws `invalid` when the text is no kubeconfig at all.
 */
export function readKubeconfig(text: string): KubeconfigContext[] {
  const config = parseKubeconfig(text);
  if (config.contexts.size === 0)
    throw refuse('expected at least one entry in contexts, each with a cluster and a user');
  return [...config.contexts]
    .slice(0, shownContexts)
    .map(([name, entry]) => readContext(config, name, entry));
}

function parseKubeconfig(text: string): Kubeconfig {
  if (Buffer.byteLength(text) > maxKubeconfigBytes)
    throw new ProofloadError('too-large', `kubeconfig: expected at most ${maxKubeconfigBytes} bytes`);
  let document: unknown;
  try {
    document = parse(text, { maxAliasCount: maxAliases });
  } catch (error) {
    // Its message shows the line, which may be the one with the token.
    throw refuse(`expected YAML or JSON${placeOf(error)}`);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw refuse('expected a kubeconfig with clusters, users and contexts');
  const parsed = kubeconfigSchema.safeParse(document);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuse(`${issue?.path.join('.') || 'its shape'}: ${issue?.message ?? 'is not that of a kubeconfig'}`);
}

function placeOf(error: unknown): string {
  const position = (error as { linePos?: [{ line: number }] }).linePos?.[0];
  return position === undefined ? '' : `, which line ${position.line} is not`;
}

const refuse = (message: string): ProofloadError =>
  new ProofloadError('invalid', `kubeconfig: ${message}`, { fields: [{ field: 'kubeconfig', message }] });

function readContext(
  config: Kubeconfig,
  name: string,
  entry: KubeconfigContextEntry | null,
): KubeconfigContext {
  const cluster = config.clusters.get(entry?.cluster ?? '') ?? null;
  const user = config.users.get(entry?.user ?? '') ?? null;
  const namespace = entry?.namespace || 'default';
  const problem = findMissing(config, entry) ?? findProblem(cluster, user, namespace);
  return {
    name,
    isCurrent: config['current-context'] === name,
    server: cluster?.server ?? null,
    namespace,
    user: entry?.user || null,
    problem,
    credentials:
      problem === null && cluster !== null && user !== null ? toCredentials(cluster, user, namespace) : null,
  };
}

function findMissing(config: Kubeconfig, entry: KubeconfigContextEntry | null): string | null {
  if (entry === null) return 'its entry is not an object with cluster and user';
  if (!entry.cluster) return 'it names no cluster';
  if (!config.clusters.has(entry.cluster)) return `its cluster ${entry.cluster} is not in the file`;
  if (config.clusters.get(entry.cluster) === null) return `its cluster ${entry.cluster} cannot be read`;
  if (!entry.user) return 'it names no user';
  if (!config.users.has(entry.user)) return `its user ${entry.user} is not in the file`;
  if (config.users.get(entry.user) === null) return `its user ${entry.user} cannot be read`;
  return null;
}

const asToken = 'make a service-account token and use that';

function findProblem(
  cluster: KubeconfigCluster | null,
  user: KubeconfigUser | null,
  namespace: string,
): string | null {
  if (cluster === null || user === null) return 'its cluster or user cannot be read';
  if (!isNamespaceName(namespace)) return `its namespace ${namespace.slice(0, 80)} is no name of a namespace`;
  return findClusterProblem(cluster) ?? findUserProblem(user);
}

function findClusterProblem(cluster: KubeconfigCluster): string | null {
  if (!cluster.server) return 'its cluster has no server';
  const serverProblem = findServerProblem(cluster.server);
  if (serverProblem !== null) return `server: ${serverProblem}`;
  if (cluster['certificate-authority'] && !cluster['certificate-authority-data'])
    return fileProblem('certificate-authority', cluster['certificate-authority']);
  const authority = cluster['certificate-authority-data'];
  if (authority && !isPem(authority)) return 'certificate-authority-data: expected PEM in base64';
  if (authority && cluster['insecure-skip-tls-verify'])
    return 'it has a certificate authority and insecure-skip-tls-verify, which contradict each other';
  const proxyProblem = cluster['proxy-url'] ? findProxyProblem(cluster['proxy-url']) : null;
  return proxyProblem === null ? null : `proxy-url: ${proxyProblem}`;
}

const impersonation = ['as', 'as-uid', 'as-groups', 'as-user-extra'] as const;

function findUserProblem(user: KubeconfigUser): string | null {
  if (user.exec)
    return `its user gets credentials from the program ${programOf(user.exec)}, which is not run here; ${asToken}`;
  if (user['auth-provider'])
    return `its user has an auth-provider, which Kubernetes removed in favour of programs; ${asToken}`;
  const impersonated = impersonation.find((key) => user[key]);
  if (impersonated !== undefined)
    return `${impersonated}: acting as somebody else is not supported; ${asToken}`;
  if (user.token) {
    return /^[\x21-\x7e]+$/.test(user.token.trim())
      ? null
      : 'token: expected printable characters without spaces';
  }
  for (const key of ['tokenFile', 'client-certificate', 'client-key'] as const) {
    if (user[key] && !(key !== 'tokenFile' && user[`${key}-data`])) return fileProblem(key, user[key]);
  }
  return findCertificateProblem(user);
}

function findCertificateProblem(user: KubeconfigUser): string | null {
  const certificate = user['client-certificate-data'];
  const key = user['client-key-data'];
  if (!certificate && !key) {
    if (user.username || user.password)
      return `its user has a name and a password, which Kubernetes no longer takes; ${asToken}`;
    return 'its user has neither a token nor a client certificate';
  }
  if (!certificate) return 'client-certificate-data: expected the certificate of client-key-data';
  if (!key) return 'client-key-data: expected the key of client-certificate-data';
  if (!isPem(certificate)) return 'client-certificate-data: expected PEM in base64';
  if (!isPem(key)) return 'client-key-data: expected PEM in base64';
  if (decode(key).includes('ENCRYPTED')) return 'client-key-data: expected a key without a password';
  return null;
}

const fileProblem = (key: string, path: string): string =>
  `${key}: ${path.slice(0, 200)} is a file of another machine; inline it with "kubectl config view --raw --flatten"`;

function programOf(exec: unknown): string {
  const command = typeof exec === 'object' && exec !== null && 'command' in exec ? exec.command : null;
  return typeof command === 'string' ? command.slice(0, 100) : 'of its exec entry';
}

const decode = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
const isPem = (base64: string): boolean =>
  /-----BEGIN [A-Z0-9 ]+-----[\s\S]+-----END [A-Z0-9 ]+-----/.test(decode(base64));

function toCredentials(
  cluster: KubeconfigCluster,
  user: KubeconfigUser,
  namespace: string,
): ClusterCredentials {
  const authority = cluster['certificate-authority-data'];
  const token = user.token?.trim();
  return {
    server: (cluster.server ?? '').replace(/\/+$/, ''),
    caCertificate: authority ? decode(authority) : null,
    insecureSkipTlsVerify: cluster['insecure-skip-tls-verify'] ?? false,
    tlsServerName: cluster['tls-server-name'] || null,
    proxyUrl: cluster['proxy-url'] || null,
    // As kubectl does: a token is sent even if there is a certificate as well.
    auth: token
      ? { kind: 'token', token }
      : {
          kind: 'certificate',
          certificate: decode(user['client-certificate-data'] ?? ''),
          key: decode(user['client-key-data'] ?? ''),
        },
    namespace,
  };
}
