import type { ClusterClient } from '@proofload/kubernetes';

/** Tells kinds with namespaces from those without. */
export async function readScopes(
  client: ClusterClient,
): Promise<(apiVersion: string, kind: string) => boolean> {
  const resources = await client.resources();
  const without = new Set(
    resources
      .filter(({ isNamespaced }) => !isNamespaced)
      .map(({ group, version, kind }) => `${group === '' ? version : `${group}/${version}`} ${kind}`),
  );
  return (apiVersion, kind) => !without.has(`${apiVersion} ${kind}`);
}
