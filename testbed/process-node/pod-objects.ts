import {
  ApiException,
  type CoreV1Api,
  type V1ConfigMap,
  type V1Pod,
  type V1Secret,
} from '@kubernetes/client-node';
import { WaitingError } from './waiting-error.ts';

/** The text of a ConfigMap or Secret by key; bytes where it is not text. */
export type Entries = Record<string, string | Buffer>;

/** What a pod may refer to, read when it starts. */
export interface PodObjects {
  /** Null when it is not there and optional; throws a WaitingError when it is not there. */
  configMap(name: string, isOptional: boolean): Promise<Entries | null>;
  secret(name: string, isOptional: boolean): Promise<Entries | null>;
  /** A token of the pod's service account, bound to the pod. */
  token(audience: string | undefined, expirationSeconds: number): Promise<string>;
}

export function readPodObjects(core: CoreV1Api, pod: V1Pod): PodObjects {
  const namespace = pod.metadata?.namespace ?? '';
  return {
    configMap: (name, isOptional) =>
      orWait(`configmap "${name}" not found`, isOptional, async () =>
        entriesOfConfigMap(await core.readNamespacedConfigMap({ name, namespace })),
      ),
    secret: (name, isOptional) =>
      orWait(`secret "${name}" not found`, isOptional, async () =>
        entriesOfSecret(await core.readNamespacedSecret({ name, namespace })),
      ),
    token: async (audience, expirationSeconds) => {
      const { name = '', uid = '' } = pod.metadata ?? {};
      const answer = await core.createNamespacedServiceAccountToken({
        name: pod.spec?.serviceAccountName ?? 'default',
        namespace,
        body: {
          spec: {
            audiences: audience === undefined ? [] : [audience],
            expirationSeconds,
            boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name, uid },
          },
        },
      });
      return answer.status?.token ?? '';
    },
  };
}

function entriesOfConfigMap({ data, binaryData }: V1ConfigMap): Entries {
  const bytes = Object.entries(binaryData ?? {}).map(([key, text]) => [key, Buffer.from(text, 'base64')]);
  return { ...data, ...Object.fromEntries(bytes) };
}

function entriesOfSecret({ data }: V1Secret): Entries {
  return Object.fromEntries(
    Object.entries(data ?? {}).map(([key, text]) => [key, Buffer.from(text, 'base64')]),
  );
}

async function orWait<T>(message: string, isOptional: boolean, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof ApiException) || cause.code !== 404) throw cause;
    if (isOptional) return null;
    throw new WaitingError('CreateContainerConfigError', message, { cause });
  }
}
