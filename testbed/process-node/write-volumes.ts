import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import type { V1KeyToPath, V1Pod, V1ProjectedVolumeSource, V1Volume } from '@kubernetes/client-node';
import { readPodField } from './pod-field.ts';
import type { Entries, PodObjects } from './pod-objects.ts';
import { type PathMapping, rewritePaths } from './rewrite-paths.ts';
import { WaitingError } from './waiting-error.ts';

/**
 * Writes the volumes of a pod below a folder, one folder each. Paths of the containers in the text of ConfigMaps are
 * rewritten, since scripts name the files that they read and write.
 */
export async function writeVolumes(
  pod: V1Pod,
  folder: string,
  objects: PodObjects,
  mappings: readonly PathMapping[],
): Promise<void> {
  for (const volume of pod.spec?.volumes ?? []) {
    const at = join(folder, volume.name);
    await mkdir(at, { recursive: true });
    const files = await readVolume(pod, volume, objects);
    for (const [path, content] of Object.entries(files)) {
      const file = join(at, normalize(join('/', path))); // a path that climbs out of the volume ends at its root
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, typeof content === 'string' ? rewritePaths(content, mappings) : content);
      const mode = volume.configMap?.defaultMode ?? volume.secret?.defaultMode;
      if (mode !== undefined) await chmod(file, mode | 0o400);
    }
  }
}

async function readVolume(pod: V1Pod, volume: V1Volume, objects: PodObjects): Promise<Entries> {
  const { configMap, secret, downwardAPI, projected } = volume;
  if (configMap) {
    const entries = await objects.configMap(configMap.name ?? '', configMap.optional ?? false);
    return pickItems(entries, configMap.items, configMap.optional ?? false);
  }
  if (secret) {
    const entries = await objects.secret(secret.secretName ?? '', secret.optional ?? false);
    return pickItems(entries, secret.items, secret.optional ?? false);
  }
  if (downwardAPI) {
    return Object.fromEntries(
      (downwardAPI.items ?? []).map(({ path, fieldRef }) => [path, readPodField(pod, fieldRef?.fieldPath)]),
    );
  }
  if (projected) return readProjected(pod, projected, objects);
  if (volume.emptyDir) return {};
  const kind = Object.keys(volume).find((key) => key !== 'name');
  throw new WaitingError('FailedMount', `volume "${volume.name}": the process node has no ${kind} volumes`);
}

async function readProjected(
  pod: V1Pod,
  { sources }: V1ProjectedVolumeSource,
  objects: PodObjects,
): Promise<Entries> {
  const parts: Entries[] = [];
  for (const { configMap, secret, downwardAPI, serviceAccountToken } of sources ?? []) {
    if (configMap) {
      const { name = '', items, optional = false } = configMap;
      parts.push(pickItems(await objects.configMap(name, optional), items, optional));
    }
    if (secret) {
      const { name = '', items, optional = false } = secret;
      parts.push(pickItems(await objects.secret(name, optional), items, optional));
    }
    for (const { path, fieldRef } of downwardAPI?.items ?? []) {
      parts.push({ [path]: readPodField(pod, fieldRef?.fieldPath) });
    }
    if (serviceAccountToken) {
      const { audience, expirationSeconds = 3600, path } = serviceAccountToken;
      parts.push({ [path]: await objects.token(audience, expirationSeconds) });
    }
  }
  return Object.assign({}, ...parts) as Entries;
}

function pickItems(entries: Entries | null, items: V1KeyToPath[] | undefined, isOptional: boolean): Entries {
  if (entries === null || !items) return entries ?? {};
  const picked: Entries = {};
  for (const { key, path } of items) {
    const content = entries[key];
    if (content !== undefined) picked[path] = content;
    else if (!isOptional) throw new WaitingError('FailedMount', `references non-existent config key: ${key}`);
  }
  return picked;
}
