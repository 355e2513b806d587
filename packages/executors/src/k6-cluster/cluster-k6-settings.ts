import { parseDurationMs } from '@proofload/domain';
import { z } from 'zod';
import { hasOneScript, hasOneScriptProblem, k6Fields } from '../k6/k6-settings.ts';
import { bundleFields } from '../kubernetes/bundle-settings.ts';

const text = z.string().min(1).max(253);
const texts = z.record(z.string().min(1).max(317), z.string().max(65_536));
const quantity = z
  .union([z.string().max(64), z.number()])
  .transform(String)
  .refine(
    (value) => /^\d+(\.\d+)?([numkMGTPE]|[KMGTPE]i)?$/.test(value),
    'expected an amount such as 500m or 1Gi',
  );
const quantities = z.record(z.string().min(1).max(253), quantity);

const toleration = z.strictObject({
  key: text.optional(),
  operator: z.enum(['Exists', 'Equal'], 'expected Exists or Equal').optional(),
  value: z.string().max(63).optional(),
  effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
  tolerationSeconds: z.int().min(0).optional(),
});

/** Whole seconds up to an hour: k6 sends what it has so often. */
const pushInterval = z.string().refine((value) => {
  const ms = parseDurationMs(value);
  return ms !== null && ms >= 500 && ms <= 60_000;
}, 'expected a duration from 500ms to 1m');

/** Settings of the executors that run k6 in pods. */
const clusterK6Fields = {
  ...k6Fields,
  namespace: bundleFields.namespace,
  keepOnFailure: bundleFields.keepOnFailure,
  maxObjects: bundleFields.maxObjects,
  logs: bundleFields.logs,
  parallelism: z.int('expected a whole number').min(1).max(1000).default(1).meta({
    description: 'Instances of k6 that share the load of the script in equal parts',
  }),
  image: z.string().min(1).max(500).default('grafana/k6:1.8.1'),
  imagePullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']).optional(),
  imagePullSecrets: z.array(text).max(10).default([]),
  resources: z.strictObject({ requests: quantities.optional(), limits: quantities.optional() }).default({}),
  nodeSelector: texts.default({}),
  tolerations: z.array(toleration).max(20).default([]),
  serviceAccount: text.optional(),
  annotations: texts.default({}).meta({ description: 'Of the pods of k6' }),
  labels: texts.default({}).meta({ description: 'Of the pods of k6' }),
  pushInterval: pushInterval.default('1s').meta({ description: 'How often k6 sends what it has measured' }),
} as const;

/** `spec.workload.with` of the executor k6-job. */
export const k6JobSettingsSchema = z.strictObject(clusterK6Fields).refine(hasOneScript, hasOneScriptProblem);

/** An operator splits its arguments at white space, and quotes mean nothing to it. */
const hasNoSpace = ({ args }: { args: readonly string[] }): boolean => args.every((each) => !/\s/.test(each));

/** `spec.workload.with` of the executor k6-operator. */
export const k6OperatorSettingsSchema = z
  .strictObject({
    ...clusterK6Fields,
    separate: z.boolean().default(false).meta({ description: 'Every instance on a node of its own' }),
  })
  .refine(hasOneScript, hasOneScriptProblem)
  .refine(hasNoSpace, { path: ['args'], message: 'expected no white space, at which the operator splits' });

export type ClusterK6Settings = z.infer<typeof k6JobSettingsSchema>;
export type K6OperatorSettings = z.infer<typeof k6OperatorSettingsSchema>;
