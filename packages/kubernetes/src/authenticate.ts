import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { ClusterError } from './cluster-error.ts';
import { type ClusterCredentials, findProxyProblem, findServerProblem } from './credentials.ts';
import { type InClusterAddress, readInClusterAddress } from './env.ts';

/** Where Kubernetes puts the service account of a pod. */
export interface InClusterPlace {
  address: InClusterAddress | null;
  folder: string;
}

/** How requests get to a cluster. */
export interface Access {
  server: string;
  dispatcher: Dispatcher;
  /** Value of the header; null when the certificate says who it is. */
  authorization(): Promise<string | null>;
  /** What must not stand in a message. */
  secrets(): readonly string[];
}

const connectTimeoutMs = 10_000;
/** Tokens of pods are replaced while they run; kubelet does it long before they end. */
const tokenAgeMs = 60_000;

/** Throws `ClusterError` when certificates cannot be read, or when this process runs in no cluster. */
export function authenticate(
  credentials: ClusterCredentials,
  place: InClusterPlace = {
    address: readInClusterAddress(),
    folder: '/var/run/secrets/kubernetes.io/serviceaccount',
  },
): Access {
  if (credentials.auth.kind === 'in-cluster') return authenticateInCluster(credentials, place);
  const problem = findServerProblem(credentials.server);
  if (problem !== null) throw new ClusterError('invalid', `server: ${problem}`);
  const { auth } = credentials;
  const authorization = auth.kind === 'token' ? `Bearer ${auth.token}` : null;
  return {
    server: credentials.server.replace(/\/+$/, ''),
    dispatcher: createDispatcher(credentials, credentials.caCertificate),
    authorization: async () => authorization,
    secrets: () => (auth.kind === 'token' ? [auth.token] : []),
  };
}

function authenticateInCluster(credentials: ClusterCredentials, { address, folder }: InClusterPlace): Access {
  if (address === null) {
    throw new ClusterError(
      'unavailable',
      'this process runs in no Kubernetes cluster: KUBERNETES_SERVICE_HOST is not set',
    );
  }
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  const token = createTokenFile(join(folder, 'token'));
  return {
    server: `https://${host}:${address.port}`,
    dispatcher: createDispatcher(
      credentials,
      credentials.caCertificate ?? readAuthority(join(folder, 'ca.crt')),
    ),
    authorization: async () => `Bearer ${await token.read()}`,
    secrets: () => token.seen(),
  };
}

function readAuthority(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ClusterError(
      'unavailable',
      `the certificate authority of the cluster cannot be read from ${path}`,
      {
        cause,
      },
    );
  }
}

function createTokenFile(path: string): { read(): Promise<string>; seen(): readonly string[] } {
  let current: { token: string; readAtMs: number } | null = null;
  return {
    async read() {
      if (current !== null && Date.now() - current.readAtMs < tokenAgeMs) return current.token;
      try {
        current = { token: (await readFile(path, 'utf8')).trim(), readAtMs: Date.now() };
      } catch (cause) {
        throw new ClusterError('unavailable', `the token of the pod cannot be read from ${path}`, { cause });
      }
      return current.token;
    },
    seen: () => (current === null ? [] : [current.token]),
  };
}

/** OpenSSL passes over what it cannot read in a list of authorities. */
function readCertificates(pem: string): void {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error('There is no certificate');
  for (const block of blocks) new X509Certificate(block);
}

function createDispatcher(credentials: ClusterCredentials, ca: string | null): Dispatcher {
  const { auth, tlsServerName, insecureSkipTlsVerify, proxyUrl } = credentials;
  const tls = {
    ...(ca === null ? {} : { ca }),
    ...(auth.kind === 'certificate' ? { cert: auth.certificate, key: auth.key } : {}),
    ...(tlsServerName === null ? {} : { servername: tlsServerName }),
    ...(insecureSkipTlsVerify ? { rejectUnauthorized: false } : {}),
  };
  try {
    createSecureContext(tls);
    if (ca !== null) readCertificates(ca);
  } catch {
    // What OpenSSL says may repeat the text, which may be the key.
    throw new ClusterError('invalid', 'its certificates or their key cannot be read');
  }
  // Watches and logs may be silent for long; each request has its own bound of time. HTTP/1.1, because a stream that
  // hangs must not hold up the others of its connection.
  const options = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
  const connect = { ...tls, timeout: connectTimeoutMs, keepAlive: true, keepAliveInitialDelay: 30_000 };
  if (proxyUrl === null) return new Agent({ ...options, connect });
  const problem = findProxyProblem(proxyUrl);
  if (problem !== null) throw new ClusterError('invalid', `proxyUrl: ${problem}`);
  return new ProxyAgent({
    ...options,
    uri: proxyUrl,
    requestTls: tls,
    connect: { timeout: connectTimeoutMs },
  });
}
