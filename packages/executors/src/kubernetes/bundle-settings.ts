import { z } from 'zod';

const namespace = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'expected the name of a namespace');

const object = z.looseObject({
  apiVersion: z.string().min(1).max(253),
  kind: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,62}$/, 'expected a kind such as Job'),
  metadata: z.looseObject({
    name: z
      .string()
      .min(1)
      .max(253)
      .regex(/^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/, 'expected lower-case letters, digits, hyphens and dots'),
    namespace: namespace.optional(),
  }),
});

/** How results come back from a container. */
export const resultSchema = z
  .strictObject({
    from: z.enum(['logs', 'termination-message', 'file'], 'expected logs, termination-message or file'),
    container: z.string().min(1).max(63).optional(),
    /** Of `file`: printed into the log by the container when its program has ended, between two marks. */
    path: z.string().min(1).max(1024).optional(),
    as: z.enum(['results', 'k6', 'openmetrics'], 'expected results, k6 or openmetrics').default('results'),
  })
  .refine(({ from, path }) => (from === 'file') === (path !== undefined), {
    path: ['path'],
    message: 'expected the path of the file with `from: file`, and only then',
  });
export type ResultSettings = z.infer<typeof resultSchema>;

/** Settings that every executor with objects on a cluster has. */
export const bundleFields = {
  objects: z
    .array(object)
    .max(1000)
    .optional()
    .meta({ description: 'Objects to create, with factors in `${...}`' }),
  manifests: z
    .string()
    .min(1)
    .max(1_000_000)
    .optional()
    .meta({ description: 'The same as YAML text, one document an object' }),
  namespace: namespace.optional().meta({ description: 'Where objects go that name none' }),
  keepOnFailure: z.boolean().default(false).meta({
    description: 'Leave the objects of a run that did not complete on the cluster, to look at them',
  }),
  maxObjects: z.int().min(1).max(100_000).optional().meta({
    description: 'At most so many objects and pods; those of the cluster are the limit when it is left out',
  }),
  logs: z
    .strictObject({
      bytes: z.int().min(0).max(16_777_216).default(262_144).meta({
        description: 'Kept of the end of the log of each container, in bytes',
      }),
      pods: z.int().min(0).max(200).default(20).meta({ description: 'Pods whose logs are kept' }),
    })
    .prefault({}),
} as const;

export const hasObjects = (settings: { objects?: unknown; manifests?: unknown }): boolean =>
  (settings.objects === undefined) !== (settings.manifests === undefined);

export const hasObjectsProblem = {
  path: ['objects'],
  message: 'expected `objects` or `manifests`, one of them',
};
