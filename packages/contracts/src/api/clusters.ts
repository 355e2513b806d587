import { z } from 'zod';
import { instantSchema, nameSchema } from './fields.ts';

const namespaceSchema = z
  .string()
  .trim()
  .regex(
    /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
    'expected the name of a namespace: 1 to 63 lower-case letters, digits and inner hyphens',
  );
const maxKubeconfigLength = 1024 * 1024;

const kubeconfigSchema = z
  .string()
  .min(1, 'expected the text of a kubeconfig')
  .max(maxKubeconfigLength)
  .meta({ description: 'YAML or JSON, with certificates and tokens inlined. Write-only' });

const pemSchema = z
  .string()
  .trim()
  .max(65_536)
  .regex(/-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----/, 'expected certificates in PEM');

/** The credentials of a cluster, as they are given: written, and never read. */
const tokenCredentialsSchema = z.strictObject({
  kind: z.literal('token'),
  server: z
    .string()
    .trim()
    .max(2048)
    .pipe(z.url({ protocol: /^https?$/, error: 'expected an address such as https://10.0.0.1:6443' }))
    .meta({ description: 'Address of the API server', examples: ['https://10.0.0.1:6443'] }),
  token: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,16384}$/, 'expected a token of printable ASCII characters without spaces')
    .meta({ description: 'Of a service account. Write-only' }),
  caCertificate: pemSchema.nullable().default(null).meta({
    description: 'PEM; null takes the authorities that the system of the server knows',
  }),
  insecureSkipTlsVerify: z.boolean().default(false),
  tlsServerName: z.string().trim().min(1).max(253).nullable().default(null).meta({
    description: 'The name that its certificate is for, when the address has another',
  }),
  proxyUrl: z.string().trim().max(2048).nullable().default(null).meta({
    description: 'An HTTP proxy on the way, without user and password',
  }),
});
const kubeconfigCredentialsSchema = z.strictObject({
  kind: z.literal('kubeconfig'),
  kubeconfig: kubeconfigSchema,
  context: z.string().min(1).max(500).meta({ description: 'Name of the context to take' }),
});
const inClusterCredentialsSchema = z.strictObject({
  kind: z.literal('in-cluster').meta({
    description: 'The cluster that the worker itself runs in, with the service account of its pod',
  }),
});

const settingsShape = {
  namespace: namespaceSchema.optional().meta({
    description: 'Where objects of runs go; absent takes that of the context, or `default`',
  }),
  prometheusServer: z.string().trim().min(1).max(2048).nullable().default(null).meta({
    description:
      'Where the cluster is measured: the name of a Prometheus server of this project, or an address',
  }),
  maxConcurrentRuns: z.int().min(1).max(100).default(1).meta({
    description: 'Runs that may be at work there at a time',
  }),
  maxObjects: z.int().min(1).max(100_000).default(500).meta({
    description: 'Objects that a run may make there unless its definition says otherwise',
  }),
};

export const createClusterSchema = z
  .strictObject({
    name: nameSchema,
    credentials: z.discriminatedUnion(
      'kind',
      [tokenCredentialsSchema, kubeconfigCredentialsSchema, inClusterCredentialsSchema],
      { error: 'expected the kind kubeconfig, token or in-cluster' },
    ),
    ...settingsShape,
  })
  .meta({ id: 'CreateCluster' });
export type CreateCluster = z.infer<typeof createClusterSchema>;

export const saveClusterSchema = z
  .strictObject({
    credentials: createClusterSchema.shape.credentials.optional().meta({
      description: 'New ones, with the address that they are for; absent keeps address and credentials',
    }),
    ...settingsShape,
    namespace: namespaceSchema,
  })
  .meta({ id: 'SaveCluster' });
export type SaveCluster = z.infer<typeof saveClusterSchema>;

export const clusterAuthKindSchema = z.enum(['token', 'certificate', 'in-cluster']);

export const clusterSchema = z
  .object({
    name: nameSchema,
    server: z.string().nullable().meta({ description: 'Address of the API server; null in the cluster' }),
    context: z.string().nullable().meta({ description: 'Of the kubeconfig that it came from' }),
    namespace: z.string(),
    auth: z.object({ kind: clusterAuthKindSchema }),
    caCertificate: z.string().nullable(),
    insecureSkipTlsVerify: z.boolean(),
    tlsServerName: z.string().nullable(),
    proxyUrl: z.string().nullable(),
    prometheusServer: z.string().nullable(),
    maxConcurrentRuns: z.int(),
    maxObjects: z.int(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    updatedBy: z.string(),
  })
  .meta({ id: 'Cluster', description: 'Without its credentials, which are never given out' });
export type Cluster = z.infer<typeof clusterSchema>;

export const clusterListSchema = z.object({ items: z.array(clusterSchema) }).meta({ id: 'ClusterList' });
export type ClusterList = z.infer<typeof clusterListSchema>;

export const readContextsSchema = z
  .strictObject({ kubeconfig: kubeconfigSchema })
  .meta({ id: 'ReadContexts' });

export const kubeconfigContextSchema = z
  .object({
    name: z.string(),
    isCurrent: z.boolean(),
    server: z.string().nullable(),
    namespace: z.string(),
    user: z.string().nullable(),
    problem: z.string().nullable().meta({ description: 'Why it cannot be used; null when it can' }),
    suggestedName: nameSchema,
  })
  .meta({ id: 'KubeconfigContext' });
export type KubeconfigContextView = z.infer<typeof kubeconfigContextSchema>;

export const kubeconfigContextListSchema = z
  .object({ items: z.array(kubeconfigContextSchema) })
  .meta({ id: 'KubeconfigContextList' });
export type KubeconfigContextList = z.infer<typeof kubeconfigContextListSchema>;

const permissionSchema = z.object({
  resource: z.string().meta({ description: 'Such as `jobs.batch` or `pods/log`' }),
  scope: z.enum(['namespace', 'cluster']),
  purpose: z.string(),
  optional: z.boolean().meta({ description: 'Whether runs go on without it' }),
  executors: z.array(z.string()),
  verbs: z.array(z.object({ verb: z.string(), allowed: z.boolean() })),
});

export const clusterHealthSchema = z
  .object({
    checkedAt: instantSchema,
    reachable: z.boolean().meta({ description: 'Whether the API server answered to the credential' }),
    error: z.string().nullable().meta({ description: 'Why it did not, in its own words' }),
    latencyMs: z.number().nullable().meta({ description: 'Of one call on an open connection' }),
    version: z
      .string()
      .nullable()
      .meta({ examples: ['v1.36.3'] }),
    platform: z.string().nullable(),
    user: z.string().nullable().meta({ description: 'Whom the cluster takes the credential for' }),
    credentialExpiresAt: instantSchema.nullable(),
    namespace: z.object({
      name: z.string(),
      exists: z.boolean().nullable().meta({ description: 'Null when it may not be asked' }),
    }),
    nodes: z
      .object({
        total: z.int(),
        ready: z.int(),
        schedulable: z.int(),
        kubeletVersions: z.array(z.string()),
        complete: z.boolean().meta({ description: 'False when there are more than were read' }),
      })
      .nullable(),
    nodesError: z.string().nullable(),
    permissions: z.array(permissionSchema),
    executors: z.array(
      z.object({
        name: z.string(),
        ready: z.boolean(),
        missing: z.array(z.string()).meta({ description: 'What it lacks, such as `create jobs.batch`' }),
        limited: z.array(z.string()).meta({ description: 'What it can do without' }),
      }),
    ),
    resources: z.array(
      z.object({ resource: z.string(), apiVersion: z.string().nullable(), found: z.boolean() }),
    ),
    prometheus: z
      .object({
        server: z.string(),
        reachable: z.boolean(),
        error: z.string().nullable(),
        flavour: z.string().nullable(),
        version: z.string().nullable(),
        targets: z.number().nullable(),
      })
      .nullable()
      .meta({ description: 'Null when none is named' }),
  })
  .meta({ id: 'ClusterHealth' });
export type ClusterHealth = z.infer<typeof clusterHealthSchema>;

export const rbacQuerySchema = z.object({
  namespace: namespaceSchema.optional(),
  serviceAccount: nameSchema.default('proofload'),
  executors: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Separated by commas; all of them if left out' }),
  namespaces: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({ description: 'Whether runs may have a namespace of their own' }),
});
