import { z } from 'zod';

/** The programs of a testbed that can be stopped and started one by one. */
export const partNames = [
  'etcd',
  'api-server',
  'controller-manager',
  'scheduler',
  'kwok',
  'process-node',
  'prometheus',
] as const;
export type PartName = (typeof partNames)[number];

/** What a part can be started with other than by default. */
export const partSettings = z.strictObject({
  /** Requests per second to the API server: of the controller manager and the scheduler. */
  qps: z.number().positive().max(100_000).optional(),
  /** Requests that may go at once. */
  burst: z.int().positive().max(100_000).optional(),
  /** Added to the command line, such as `--concurrent-job-syncs=20`. */
  flags: z.array(z.string().startsWith('--')).max(50).optional(),
});
export type PartSettings = z.infer<typeof partSettings>;

/** How a stop is asked for: in order, or as a crash. */
export const stopSignal = z.enum(['SIGTERM', 'SIGKILL']);
export type StopSignal = z.infer<typeof stopSignal>;

export const nodeShape = z.strictObject({
  /** Defaults to `kwok-<number>`. */
  name: z.string().min(1).max(200).optional(),
  /** How many pods fit on it. */
  pods: z.int().positive().max(100_000).default(110),
  /** Kubernetes quantities. */
  cpu: z.string().default('32'),
  memory: z.string().default('256Gi'),
  labels: z.record(z.string(), z.string()).default({}),
  taints: z
    .array(
      z.strictObject({
        key: z.string(),
        value: z.string().optional(),
        effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
      }),
    )
    .default([]),
});
export type NodeShape = z.infer<typeof nodeShape>;
export type NodeShapeInput = z.input<typeof nodeShape>;

export const testbedOptions = z.strictObject({
  /** Folder of everything that the testbed writes; it must not exist or be empty, and is removed at the end. */
  dataDir: z.string().min(1),
  /** Played nodes. */
  nodes: z.array(nodeShape).max(1000),
  /** First of eight ports in a row; null for free ones. */
  portBase: z.int().min(1024).max(65_000).nullable().default(null),
  controllerManager: partSettings.default({ qps: 300, burst: 600, flags: ['--concurrent-job-syncs=20'] }),
  scheduler: partSettings.default({ qps: 300, burst: 600 }),
  apiServer: partSettings.default({}),
  /** Seconds between two scrapes. */
  scrapeSeconds: z.number().min(0.5).max(300).default(5),
});
export type TestbedOptions = z.infer<typeof testbedOptions>;
export type TestbedOptionsInput = z.input<typeof testbedOptions>;

/** What a client of a testbed needs to know; kept in `state.json` of its folder, readable by its user alone. */
export const testbedFacts = z.object({
  dataDir: z.string(),
  /** Of the process that holds the parts. */
  pid: z.int().positive(),
  /** Address of the API server, with `https:`. */
  server: z.string(),
  /** The authority that signed its certificate, as PEM. */
  caPem: z.string(),
  adminToken: z.string(),
  kubeconfigPath: z.string(),
  /** An administrator's, with a token. */
  kubeconfigText: z.string(),
  /** An administrator's, with a client certificate. */
  certificateKubeconfigText: z.string(),
  prometheusUrl: z.string(),
  /** Of Kubernetes, such as `v1.36.3`. */
  version: z.string(),
  /** Where the parts are stopped and started, and the secret to show there. */
  control: z.object({ url: z.string(), token: z.string() }),
});
export type TestbedFacts = z.infer<typeof testbedFacts>;
