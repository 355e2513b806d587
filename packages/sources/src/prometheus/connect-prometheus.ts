import { Agent, fetch as fetchOver } from 'undici';
import type { Fetch } from '../stream/fetch-bytes.ts';
import { createPrometheusClient, type PrometheusClient, PrometheusError } from './prometheus-client.ts';

/** Where a Prometheus is and how it wants to be spoken to. */
export interface PrometheusEndpoint {
  /** With the prefix under which the API lies, if any: `https://mimir/prometheus`. */
  url: string;
  /** Sent with every call, such as `X-Scope-OrgID`. */
  headers: Readonly<Record<string, string>>;
  auth: PrometheusAuth;
  /** PEM; the server's certificate is checked against it instead of the authorities that the system knows. */
  caCertificate: string | null;
  /** PEM of certificate and key that the client shows; null shows none. */
  client: { certificate: string; key: string } | null;
}

export type PrometheusAuth =
  | { kind: 'none' }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'bearer'; token: string };

export interface PrometheusConnection {
  client: PrometheusClient;
  close(): Promise<void>;
}

const connectTimeoutMs = 10_000;
const maxConnections = 4;
/** Shorter secrets would be found in words that are none. */
const shortestRedacted = 4;

/**
 * Opens connections to one Prometheus, which last until they are closed. Redirects are not followed: credentials go to
 * the address that was configured and to no other. Throws `PrometheusError` when certificates or keys cannot be read.
 */
export function connectPrometheus(endpoint: PrometheusEndpoint): PrometheusConnection {
  const agent = createAgent(endpoint);
  const authorization = authorizationOf(endpoint.auth);
  const fetch: Fetch = async (url, init) => {
    const headers = {
      ...endpoint.headers,
      ...(init.headers as Record<string, string> | undefined),
      ...authorization,
    };
    const request = { ...init, headers, redirect: 'manual', dispatcher: agent } as Parameters<
      typeof fetchOver
    >[1];
    // Its types are those of another release of the same program.
    return (await fetchOver(url, request)) as unknown as Response;
  };
  return {
    client: withoutSecrets(createPrometheusClient(fetch, endpoint.url), secretsOf(endpoint.auth)),
    close: () => agent.destroy(),
  };
}

function createAgent({ caCertificate, client }: PrometheusEndpoint): Agent {
  try {
    return new Agent({
      connections: maxConnections,
      // The way that every gateway in between knows; it also says in words what a status means.
      allowH2: false,
      connect: {
        timeout: connectTimeoutMs,
        ...(caCertificate === null ? {} : { ca: caCertificate }),
        ...(client === null ? {} : { cert: client.certificate, key: client.key }),
      },
    });
  } catch (cause) {
    throw new PrometheusError('refused', 'the certificates for it cannot be read', { cause });
  }
}

function authorizationOf(auth: PrometheusAuth): Record<string, string> {
  if (auth.kind === 'none') return {};
  if (auth.kind === 'bearer') return { authorization: `Bearer ${auth.token}` };
  const pair = Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}

function secretsOf(auth: PrometheusAuth): string[] {
  const { authorization = '' } = authorizationOf(auth);
  const own = auth.kind === 'basic' ? auth.password : auth.kind === 'bearer' ? auth.token : '';
  return [authorization.split(' ')[1] ?? '', own].filter((text) => text.length >= shortestRedacted);
}

/** What a server says in an error ends in warnings of a run: some gateways repeat what they were sent. */
function withoutSecrets(client: PrometheusClient, secrets: readonly string[]): PrometheusClient {
  const redact = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof PrometheusError) || !secrets.some((secret) => error.message.includes(secret)))
        throw error;
      const message = secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), error.message);
      // Without its cause, which holds the answer as it came.
      throw new PrometheusError(error.kind, message, { retryAfterMs: error.retryAfterMs });
    }
  };
  return {
    queryRange: (...call) => redact(client.queryRange(...call)),
    read: (...call) => redact(client.read(...call)),
  };
}
