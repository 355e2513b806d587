import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeKwokConfig, playedLog } from '../kwok/kwok-config.ts';
import {
  type PartName,
  type PartSettings,
  partNames,
  type TestbedFacts,
  type TestbedOptions,
} from '../options.ts';
import type { Programs } from '../programs/find-programs.ts';
import { kubernetesVersion } from '../programs/versions.ts';
import { createPlayedNodes, createRoles, makeClients, waitUntilUsable } from './bootstrap.ts';
import { makeClusterCertificates } from './certificates.ts';
import type { Guardian } from './guardian.ts';
import { makeTokens, writeTokenFile } from './identities.ts';
import { makeKubeconfig } from './kubeconfig.ts';
import { makePartCommand, type Surroundings } from './part-commands.ts';
import { choosePorts } from './ports.ts';
import { makePrometheusConfig } from './prometheus-config.ts';
import { SupervisedPart } from './supervised-part.ts';

export type Parts = Record<PartName, SupervisedPart>;

/** What clients need to know, but the way to the control server. */
type ClusterFacts = Omit<TestbedFacts, 'control' | 'pid'>;

export interface ControlPlane {
  facts: ClusterFacts;
  parts: Parts;
}

/** Writes everything that the parts read into the data folder, which is there and empty. Nothing is started. */
export async function prepareControlPlane(
  options: TestbedOptions,
  programs: Programs,
  guardian: Guardian,
  tell: (sentence: string) => void,
): Promise<ControlPlane> {
  const { dataDir } = options;
  const at = (name: string): string => join(dataDir, name);
  for (const name of ['pki', 'log', 'targets', 'pods']) await mkdir(at(name));
  const ports = await choosePorts(options.portBase);
  const certificates = await makeClusterCertificates(at('pki'));
  const read = (path: string): Promise<string> => readFile(path, 'utf8');
  const caPem = await read(certificates.authority);
  const server = `https://127.0.0.1:${ports.apiServer}`;
  const tokens = makeTokens();
  const kubeconfigOf = (token: string): string => makeKubeconfig(server, caPem, { token });
  const files = {
    controllerManager: at('pki/controller-manager.kubeconfig'),
    scheduler: at('pki/scheduler.kubeconfig'),
    nodes: at('pki/nodes.kubeconfig'),
    tokens: at('pki/tokens.csv'),
  };
  const facts: ClusterFacts = {
    dataDir,
    server,
    caPem,
    adminToken: tokens.admin,
    kubeconfigPath: at('kubeconfig'),
    kubeconfigText: kubeconfigOf(tokens.admin),
    certificateKubeconfigText: makeKubeconfig(server, caPem, {
      certificatePem: await read(certificates.admin),
      keyPem: await read(certificates.adminKey),
    }),
    prometheusUrl: `http://127.0.0.1:${ports.prometheus}`,
    version: kubernetesVersion,
  };
  const prometheus = makePrometheusConfig({
    ports,
    authority: certificates.authority,
    token: tokens.prometheus,
    scrapeSeconds: options.scrapeSeconds,
    targetsDir: at('targets'),
  });
  const contents = {
    [facts.kubeconfigPath]: facts.kubeconfigText,
    [files.controllerManager]: kubeconfigOf(tokens.controllerManager),
    [files.scheduler]: kubeconfigOf(tokens.scheduler),
    [files.nodes]: kubeconfigOf(tokens.nodes),
    [files.tokens]: writeTokenFile(tokens),
    [at('prometheus.yml')]: JSON.stringify(prometheus),
    [at('kwok.yaml')]: makeKwokConfig(at('played.log')),
    [at('played.log')]: playedLog,
  };
  for (const [path, text] of Object.entries(contents)) await writeFile(path, text, { mode: 0o600 });
  const surroundings = { dataDir, programs, ports, certificates, files };
  return { facts, parts: makeParts(surroundings, { caPem, guardian, tell }, options) };
}

function makeParts(
  surroundings: Surroundings,
  common: { caPem: string; guardian: Guardian; tell: (sentence: string) => void },
  options: TestbedOptions,
): Parts {
  const settings: Partial<Record<PartName, PartSettings>> = {
    'controller-manager': options.controllerManager,
    scheduler: options.scheduler,
    'api-server': options.apiServer,
  };
  const make = (name: PartName): SupervisedPart =>
    new SupervisedPart({
      ...common,
      name,
      logPath: join(surroundings.dataDir, 'log', `${name}.log`),
      settings: settings[name] ?? {},
      makeCommand: (given) => makePartCommand(name, surroundings, given),
    });
  return Object.fromEntries(partNames.map((name) => [name, make(name)])) as Parts;
}

/** Starts the parts in order and creates the first objects. Pods can be placed when it returns. */
export async function startControlPlane(
  { facts, parts }: ControlPlane,
  options: TestbedOptions,
): Promise<void> {
  const prometheus = parts.prometheus.start();
  // Awaited below; a failure of another part is told first.
  prometheus.catch(() => undefined);
  await parts.etcd.start();
  await parts['api-server'].start();
  const clients = makeClients(facts.kubeconfigText);
  await createRoles(clients);
  const others = ['controller-manager', 'scheduler', 'kwok', 'process-node'] as const;
  await Promise.all([
    ...others.map((name) => parts[name].start()),
    createPlayedNodes(clients, options.nodes),
    prometheus,
  ]);
  const processNodes = 1;
  await waitUntilUsable(clients, options.nodes.length + processNodes);
}
