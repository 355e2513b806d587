import { z } from 'zod';

/**
 * What is read of a kubeconfig. Lenient: a file has many contexts, and one that is odd must not hide the others. Keys
 * that would need a program, a file or another protocol are kept as they are, so that they can be refused by name.
 */
const text = z.string().max(262_144).optional().nullable();
const anything = z.unknown().optional();

const clusterSchema = z.looseObject({
  server: text,
  'certificate-authority': text,
  'certificate-authority-data': text,
  'insecure-skip-tls-verify': z.boolean().optional().nullable(),
  'tls-server-name': text,
  'proxy-url': text,
});
export type KubeconfigCluster = z.infer<typeof clusterSchema>;

const userSchema = z.looseObject({
  token: text,
  tokenFile: text,
  'client-certificate': text,
  'client-certificate-data': text,
  'client-key': text,
  'client-key-data': text,
  username: text,
  password: text,
  exec: anything,
  'auth-provider': anything,
  as: text,
  'as-uid': text,
  'as-groups': anything,
  'as-user-extra': anything,
});
export type KubeconfigUser = z.infer<typeof userSchema>;

const contextSchema = z.looseObject({ cluster: text, user: text, namespace: text });
export type KubeconfigContextEntry = z.infer<typeof contextSchema>;

const maxEntries = 1000;
const named = z.looseObject({ name: z.string().min(1).max(500) });

/** By name. What is broken in itself is null: its name is still known. */
const entries = <S extends z.ZodType>(key: string, schema: S) =>
  z
    .array(named)
    .max(maxEntries)
    .nullish()
    .transform(
      (list) =>
        new Map<string, z.output<S> | null>(
          (list ?? []).map((entry) => [entry.name, schema.safeParse(entry[key]).data ?? null]),
        ),
    );

export const kubeconfigSchema = z.looseObject({
  kind: z.literal('Config', { error: 'expected kind: Config' }).optional(),
  'current-context': text,
  clusters: entries('cluster', clusterSchema),
  users: entries('user', userSchema),
  contexts: entries('context', contextSchema),
});
export type Kubeconfig = z.infer<typeof kubeconfigSchema>;
