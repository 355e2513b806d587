import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { ClusterClient, ObjectInput } from '@proofload/kubernetes';
import type { PushTarget, WorkloadInput } from '../executor.ts';
import { findScript } from '../k6/find-script.ts';
import { scriptEnvironment, summaryTrendStats } from '../k6/k6-arguments.ts';
import { invalid } from '../kubernetes/invalid.ts';
import { runLabel } from '../kubernetes/run-labels.ts';
import type { ClusterK6Settings } from './cluster-k6-settings.ts';

/** A ConfigMap holds a mebibyte, names and all. */
const maxScriptBytes = 1_000_000;
const tokenKey = 'token';
/** Tells the samples of k6 from those that others push into the run. */
const part = 'k6';

/** Script and Secret of a run, and what its containers are told of them. */
export interface K6Support {
  /** Of the objects of the run, the ConfigMap and the Secret among them. */
  name: string;
  /** Key of the script in the ConfigMap. */
  scriptFile: string;
  configMap: ObjectInput;
  secret: ObjectInput;
  /** Of the containers of k6. */
  env: readonly object[];
  /** Of containers that only look at the script. */
  scriptEnv: readonly object[];
  /** Where the script lies on the worker. */
  scriptPath: string;
}

/** What k6 in a pod needs besides the pod. Throws `invalid` for a script that cannot be handed to pods. */
export async function prepareK6Support(
  input: WorkloadInput,
  settings: ClusterK6Settings,
  scriptsRoot: string | null,
): Promise<K6Support> {
  const scriptPath = await findScript(settings, input, scriptsRoot);
  if ((await stat(scriptPath)).size > maxScriptBytes)
    throw invalid(
      'spec.workload.with',
      `expected a script of at most ${maxScriptBytes} bytes, which a ConfigMap holds`,
    );
  const name = `k6-${input.runId.toLowerCase()}`;
  const scriptFile = `script${extname(scriptPath)}`;
  return {
    name,
    scriptFile,
    scriptPath,
    configMap: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name },
      data: { [scriptFile]: await readFile(scriptPath, 'utf8') },
    },
    secret: { apiVersion: 'v1', kind: 'Secret', metadata: { name }, type: 'Opaque' },
    env: makeEnvironment(input, settings, name),
    scriptEnv: toVariables(scriptEnvironment(settings, input.params)),
  };
}

/** k6 takes its options from the environment, wherever a command line is somebody else's. */
function makeEnvironment(input: WorkloadInput, settings: ClusterK6Settings, secret: string): object[] {
  const fromSecret = (key: string) => ({ valueFrom: { secretKeyRef: { name: secret, key } } });
  const plain = {
    ...scriptEnvironment(settings, input.params),
    K6_NO_USAGE_REPORT: 'true',
    K6_LOG_FORMAT: 'json',
    // Into the log of the pod: a container that has ended cannot be asked for its files.
    K6_SUMMARY_EXPORT: 'stderr',
    K6_SUMMARY_TREND_STATS: summaryTrendStats,
    K6_PROMETHEUS_RW_TREND_AS_NATIVE_HISTOGRAM: 'true',
    K6_PROMETHEUS_RW_PUSH_INTERVAL: settings.pushInterval,
  };
  return [
    ...toVariables(plain),
    { name: 'K6_PROMETHEUS_RW_SERVER_URL', ...fromSecret('url') },
    { name: 'K6_PROMETHEUS_RW_BEARER_TOKEN', ...fromSecret(tokenKey) },
  ];
}

const toVariables = (values: Readonly<Record<string, string>>): object[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

/**
 * Puts a token into the Secret, unless an earlier worker has made it: its pods go on with the token that they have, and
 * what is there is left as it is.
 */
export async function fillSecret(
  input: WorkloadInput,
  client: ClusterClient,
  secret: ObjectInput,
): Promise<void> {
  const { name, namespace } = secret.metadata;
  const found = await client.get({
    apiVersion: 'v1',
    kind: 'Secret',
    name,
    ...(namespace ? { namespace } : {}),
  });
  if (found?.metadata.labels?.[runLabel] === input.runId) return;
  const target: PushTarget = await input.openPush();
  const data = { url: `${target.url}/write?part=${part}`, [tokenKey]: target.token };
  secret.data = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
  );
}

/** Pods of k6 as both executors describe them. */
export function podSettings(settings: ClusterK6Settings): Record<string, unknown> {
  const { nodeSelector, tolerations, serviceAccount, imagePullSecrets } = settings;
  return {
    nodeSelector,
    tolerations,
    ...(serviceAccount === undefined ? {} : { serviceAccountName: serviceAccount }),
    ...(imagePullSecrets.length === 0
      ? {}
      : { imagePullSecrets: imagePullSecrets.map((name) => ({ name })) }),
  };
}
