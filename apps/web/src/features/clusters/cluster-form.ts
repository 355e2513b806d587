import type { Cluster } from '@proofload/contracts';

/** What runs find on a cluster, as a form holds it: text alone. */
export interface ClusterSettingsForm {
  namespace: string;
  /** Name of a Prometheus server, or an address; empty for none. */
  prometheusServer: string;
  maxConcurrentRuns: string;
  maxObjects: string;
}

export interface TokenForm {
  server: string;
  token: string;
  caCertificate: string;
  tlsServerName: string;
  proxyUrl: string;
  insecureSkipTlsVerify: boolean;
}

export const emptySettings: ClusterSettingsForm = {
  namespace: '',
  prometheusServer: '',
  maxConcurrentRuns: '1',
  maxObjects: '500',
};

export const emptyToken: TokenForm = {
  server: '',
  token: '',
  caCertificate: '',
  tlsServerName: '',
  proxyUrl: '',
  insecureSkipTlsVerify: false,
};

export function toSettingsForm(cluster: Cluster): ClusterSettingsForm {
  return {
    namespace: cluster.namespace,
    prometheusServer: cluster.prometheusServer ?? '',
    maxConcurrentRuns: String(cluster.maxConcurrentRuns),
    maxObjects: String(cluster.maxObjects),
  };
}

/** What the API takes. A namespace that is empty is left out, which takes that of the context. */
export function toSettingsBody(form: ClusterSettingsForm): object {
  const namespace = form.namespace.trim();
  return {
    ...(namespace === '' ? {} : { namespace }),
    prometheusServer: form.prometheusServer.trim() || null,
    maxConcurrentRuns: Number(form.maxConcurrentRuns),
    maxObjects: Number(form.maxObjects),
  };
}

export function toTokenCredentials(form: TokenForm): object {
  return {
    kind: 'token',
    server: form.server.trim(),
    token: form.token.trim(),
    caCertificate: form.caCertificate.trim() || null,
    tlsServerName: form.tlsServerName.trim() || null,
    proxyUrl: form.proxyUrl.trim() || null,
    insecureSkipTlsVerify: form.insecureSkipTlsVerify,
  };
}

const namePattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** True, or what was expected; as a form wants it. */
export const checkName = (name: string): true | string =>
  namePattern.test(name.trim()) || 'expected 1 to 63 lower-case letters, digits and inner hyphens';

export const checkNamespace = (name: string): true | string => name.trim() === '' || checkName(name);

export function checkCount(text: string, most: number): true | string {
  const count = Number(text);
  const isCount = text.trim() !== '' && Number.isInteger(count) && count >= 1 && count <= most;
  return isCount || `expected a whole number from 1 to ${most.toLocaleString('en')}`;
}

/** Larger files are no kubeconfigs. */
const maxFileBytes = 1024 * 1024;

/** The text of a file that was chosen or dropped, or why it is none. */
export async function readKubeconfigFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > maxFileBytes)
    return { problem: `${file.name} is larger than 1 MiB, so it is no kubeconfig` };
  return { text: await file.text() };
}
