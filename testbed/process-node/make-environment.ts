import type { V1Container, V1EnvVar, V1Pod } from '@kubernetes/client-node';
import { expandVariables } from './expand-variables.ts';
import { readPodField } from './pod-field.ts';
import type { Entries, PodObjects } from './pod-objects.ts';
import { type PathMapping, rewritePaths } from './rewrite-paths.ts';
import { WaitingError } from './waiting-error.ts';

/** The environment of a container: what the pod says, and nothing of the process node but `PATH`. */
export async function makeEnvironment(
  pod: V1Pod,
  container: V1Container,
  objects: PodObjects,
  mappings: readonly PathMapping[],
): Promise<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const { prefix = '', configMapRef, secretRef } of container.envFrom ?? []) {
    const entries = configMapRef
      ? await objects.configMap(configMapRef.name ?? '', configMapRef.optional ?? false)
      : await objects.secret(secretRef?.name ?? '', secretRef?.optional ?? false);
    for (const [key, value] of Object.entries(entries ?? {})) variables[prefix + key] = value.toString();
  }
  for (const variable of container.env ?? []) {
    const value = await readVariable(pod, variable, objects);
    if (value !== null) variables[variable.name] = expandVariables(value, variables);
  }
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, rewritePaths(value, mappings)]),
  );
}

async function readVariable(pod: V1Pod, variable: V1EnvVar, objects: PodObjects): Promise<string | null> {
  const { configMapKeyRef, secretKeyRef, fieldRef } = variable.valueFrom ?? {};
  if (configMapKeyRef) {
    const { name = '', key, optional = false } = configMapKeyRef;
    return pickKey(await objects.configMap(name, optional), key, optional, `configmap ${name}`);
  }
  if (secretKeyRef) {
    const { name = '', key, optional = false } = secretKeyRef;
    return pickKey(await objects.secret(name, optional), key, optional, `secret ${name}`);
  }
  if (fieldRef) return readPodField(pod, fieldRef.fieldPath);
  return variable.value ?? '';
}

function pickKey(entries: Entries | null, key: string, isOptional: boolean, where: string): string | null {
  const value = entries?.[key];
  if (value !== undefined) return value.toString();
  if (isOptional) return null;
  throw new WaitingError('CreateContainerConfigError', `couldn't find key ${key} in ${where}`);
}
