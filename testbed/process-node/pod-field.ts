import type { V1Pod } from '@kubernetes/client-node';

/** What a fieldRef of the downward API gives, such as `metadata.name` or `metadata.labels['app']`. */
export function readPodField(pod: V1Pod, path = ''): string {
  const entry = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path);
  if (entry) return pod.metadata?.[entry[1] as 'labels' | 'annotations']?.[entry[2] ?? ''] ?? '';
  switch (path) {
    case 'metadata.name':
      return pod.metadata?.name ?? '';
    case 'metadata.namespace':
      return pod.metadata?.namespace ?? '';
    case 'metadata.uid':
      return pod.metadata?.uid ?? '';
    case 'metadata.labels':
    case 'metadata.annotations':
      return listEntries(pod.metadata?.[path === 'metadata.labels' ? 'labels' : 'annotations']);
    case 'spec.nodeName':
      return pod.spec?.nodeName ?? '';
    case 'spec.serviceAccountName':
      return pod.spec?.serviceAccountName ?? '';
    case 'status.podIP':
    case 'status.podIPs':
    case 'status.hostIP':
      return '127.0.0.1';
    default:
      return '';
  }
}

function listEntries(entries: Record<string, string> = {}): string {
  return Object.entries(entries)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}\n`)
    .join('');
}
