// A node whose pods are processes of this machine, so that a Job runs a real program, such as k6, on a real API server.
// There is no isolation: it is for trusted pods of tests and demonstrations.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { startGuardian } from '../host/guardian.ts';
import { startLogServer } from './log-server.ts';
import { ProcessNode } from './process-node.ts';
import { registerNode } from './register-node.ts';
import { watchPods } from './watch-pods.ts';

const nodeName = 'process-0';
const podGraceSeconds = 3;
const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({
  options: {
    kubeconfig: text,
    'pods-dir': text,
    port: text,
    'tls-cert-file': text,
    'tls-private-key-file': text,
    'client-ca-file': text,
  },
});
const port = Number(values.port);

const config = new KubeConfig();
config.loadFromFile(values.kubeconfig);
const core = config.makeApiClient(CoreV1Api);
const node = new ProcessNode({
  core,
  nodeName,
  path: process.env.PATH ?? '',
  // Pods end with their node, however it ends.
  guardian: startGuardian(null, podGraceSeconds),
  folderOf: (uid) => join(values['pods-dir'], uid),
  tell: (message) => console.error(`${new Date().toISOString()} ${message}`),
});
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(0));
await registerNode(config, nodeName, port);
await startLogServer({
  port,
  certificatePath: values['tls-cert-file'],
  keyPath: values['tls-private-key-file'],
  clientAuthorityPath: values['client-ca-file'],
  findPod: (namespace, name) => node.findPod(namespace, name),
});
await watchPods({
  config,
  core,
  nodeName,
  onPod: (pod, type) => node.see(pod, type),
  onList: (pods) => node.seeAll(pods),
  onTrouble: (message) => console.error(`${new Date().toISOString()} watch: ${message}`),
});
