/** How a cluster is reached and with what. Holds secrets: never logged, never sent to a browser. */
export interface ClusterCredentials {
  /** Address of the API server, with the prefix under which it lies, if any. Ignored in the cluster. */
  server: string;
  /** PEM of the authorities that its certificate is checked against; null takes those of the system. */
  caCertificate: string | null;
  insecureSkipTlsVerify: boolean;
  /** The name that its certificate is for, when the address has another. */
  tlsServerName: string | null;
  /** An HTTP proxy that connections go through, without user and password. */
  proxyUrl: string | null;
  auth: ClusterAuth;
  /** Where objects go that name no namespace. */
  namespace: string;
}

export type ClusterAuth =
  | { kind: 'token'; token: string }
  /** PEM. */
  | { kind: 'certificate'; certificate: string; key: string }
  /** The service account of the pod that this process runs in; its token is read again, because it is replaced. */
  | { kind: 'in-cluster' };

/** Longer ones are no names that Kubernetes would take. */
const namespacePattern = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

export const isNamespaceName = (text: string): boolean => namespacePattern.test(text);

/** Why an address cannot be that of an API server; null when it can. */
export function findServerProblem(address: string): string | null {
  if (!URL.canParse(address)) return 'expected an address such as https://10.0.0.1:6443';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return 'expected an address without user and password';
  if (url.search !== '' || url.hash !== '') return 'expected an address without a query';
  if (url.protocol === 'https:') return null;
  if (url.protocol !== 'http:') return 'expected an https address';
  return isLoopback(url.hostname)
    ? null
    : 'expected https: credentials are not sent in the clear to another machine';
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/** Why an address cannot be that of a proxy; null when it can. */
export function findProxyProblem(address: string): string | null {
  if (!URL.canParse(address)) return 'expected an http or https address';
  const { protocol, username, password } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `expected an http or https proxy, not ${protocol.slice(0, 20)}`;
  return username === '' && password === '' ? null : 'expected a proxy without user and password';
}
