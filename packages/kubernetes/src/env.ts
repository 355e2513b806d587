export interface InClusterAddress {
  host: string;
  port: string;
}

/** Where Kubernetes tells a pod that its API server is; null outside of a cluster. */
export function readInClusterAddress(env: NodeJS.ProcessEnv = process.env): InClusterAddress | null {
  const host = env.KUBERNETES_SERVICE_HOST;
  return host ? { host, port: env.KUBERNETES_SERVICE_PORT || '443' } : null;
}
