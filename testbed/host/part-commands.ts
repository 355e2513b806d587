import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PartName, PartSettings } from '../options.ts';
import type { Programs } from '../programs/find-programs.ts';
import type { ClusterCertificates } from './certificates.ts';
import type { Ports } from './ports.ts';

/** What the command lines of the parts are made from. */
export interface Surroundings {
  dataDir: string;
  programs: Programs;
  ports: Ports;
  certificates: ClusterCertificates;
  /** Paths of kubeconfigs and of the token file. */
  files: { controllerManager: string; scheduler: string; nodes: string; tokens: string };
}

export interface PartCommand {
  program: string;
  args: string[];
  /** Answers 200 when the part is ready. */
  readyUrl: string;
}

/** The command line of a part. Everything listens on 127.0.0.1 alone. */
export function makePartCommand(part: PartName, at: Surroundings, settings: PartSettings): PartCommand {
  const { program, flags, readyUrl, ownFlags = [] } = describe[part](at);
  const rate = [
    ...(settings.qps === undefined ? [] : [`--kube-api-qps=${settings.qps}`]),
    ...(settings.burst === undefined ? [] : [`--kube-api-burst=${settings.burst}`]),
  ];
  const written = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  return { program, args: [...ownFlags, ...written, ...rate, ...(settings.flags ?? [])], readyUrl };
}

interface Description {
  program: string;
  /** Before the flags: the name of a part of kubebed. */
  ownFlags?: string[];
  flags: Record<string, string | number | boolean>;
  readyUrl: string;
}

const host = '127.0.0.1';
const processNodeMain = fileURLToPath(new URL('../process-node/main.ts', import.meta.url));
const kube = (at: Surroundings, name: string) => ({ program: at.programs.kubebed, ownFlags: [name] });
const serving = (at: Surroundings) => ({
  'tls-cert-file': at.certificates.serving,
  'tls-private-key-file': at.certificates.servingKey,
});
/** Of a part that serves its own health and metrics and asks the API server who may read them. */
const delegated = (at: Surroundings, kubeconfig: string, port: number) => ({
  kubeconfig,
  'authentication-kubeconfig': kubeconfig,
  'authorization-kubeconfig': kubeconfig,
  'bind-address': host,
  'secure-port': port,
  'leader-elect': false,
  ...serving(at),
});

const describe: Record<PartName, (at: Surroundings) => Description> = {
  etcd: (at) => {
    const [clients, peers] = [`http://${host}:${at.ports.etcd}`, `http://${host}:${at.ports.etcdPeer}`];
    return {
      ...kube(at, 'etcd'),
      flags: {
        name: 'testbed',
        'data-dir': join(at.dataDir, 'etcd'),
        'listen-client-urls': clients,
        'advertise-client-urls': clients,
        'listen-peer-urls': peers,
        'initial-advertise-peer-urls': peers,
        'initial-cluster': `testbed=${peers}`,
        // Survives the end of the process, though not that of the machine: enough for what is thrown away.
        'unsafe-no-fsync': true,
        'log-level': 'warn',
      },
      readyUrl: `${clients}/readyz`,
    };
  },
  'api-server': (at) => ({
    ...kube(at, 'kube-apiserver'),
    flags: {
      'etcd-servers': `http://${host}:${at.ports.etcd}`,
      'bind-address': host,
      'advertise-address': host,
      'secure-port': at.ports.apiServer,
      ...serving(at),
      'client-ca-file': at.certificates.authority,
      // Nobody fronts this API server, but the other parts ask for these.
      'requestheader-client-ca-file': at.certificates.authority,
      'requestheader-allowed-names': 'front-proxy',
      'requestheader-username-headers': 'X-Remote-User',
      'requestheader-group-headers': 'X-Remote-Group',
      'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
      'token-auth-file': at.files.tokens,
      'authorization-mode': 'Node,RBAC',
      'allow-privileged': true,
      'service-cluster-ip-range': '10.96.0.0/16',
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-key-file': at.certificates.accountPublicKey,
      'service-account-signing-key-file': at.certificates.accountKey,
      'kubelet-certificate-authority': at.certificates.authority,
      'kubelet-client-certificate': at.certificates.admin,
      'kubelet-client-key': at.certificates.adminKey,
      'kubelet-preferred-address-types': 'InternalIP',
      'endpoint-reconciler-type': 'none',
      // Without it, a stop waits for minutes for watches that nobody ends.
      'shutdown-watch-termination-grace-period': '1s',
    },
    readyUrl: `https://${host}:${at.ports.apiServer}/readyz`,
  }),
  'controller-manager': (at) => ({
    ...kube(at, 'kube-controller-manager'),
    flags: {
      ...delegated(at, at.files.controllerManager, at.ports.controllerManager),
      'service-account-private-key-file': at.certificates.accountKey,
      'root-ca-file': at.certificates.authority,
      'cluster-signing-cert-file': at.certificates.authority,
      'cluster-signing-key-file': at.certificates.authorityKey,
      'use-service-account-credentials': true,
    },
    readyUrl: `https://${host}:${at.ports.controllerManager}/healthz`,
  }),
  scheduler: (at) => ({
    ...kube(at, 'kube-scheduler'),
    flags: delegated(at, at.files.scheduler, at.ports.scheduler),
    readyUrl: `https://${host}:${at.ports.scheduler}/healthz`,
  }),
  kwok: (at) => ({
    program: at.programs.kwok,
    flags: {
      kubeconfig: at.files.nodes,
      config: join(at.dataDir, 'kwok.yaml'),
      'manage-all-nodes': false,
      'manage-nodes-with-annotation-selector': 'kwok.x-k8s.io/node=fake',
      'server-address': `${host}:${at.ports.kwok}`,
      'node-ip': host,
      'node-port': at.ports.kwok,
      // Without a lease that is renewed, nodes are taken for lost every 50 s.
      'node-lease-duration-seconds': 40,
      ...serving(at),
    },
    readyUrl: `https://${host}:${at.ports.kwok}/healthz`,
  }),
  'process-node': (at) => ({
    program: process.execPath,
    ownFlags: [processNodeMain],
    flags: {
      kubeconfig: at.files.nodes,
      'pods-dir': join(at.dataDir, 'pods'),
      port: at.ports.processNode,
      ...serving(at),
      'client-ca-file': at.certificates.authority,
    },
    readyUrl: `https://${host}:${at.ports.processNode}/healthz`,
  }),
  prometheus: (at) => ({
    program: at.programs.prometheus,
    ownFlags: ['--web.enable-remote-write-receiver'],
    flags: {
      'config.file': join(at.dataDir, 'prometheus.yml'),
      'storage.tsdb.path': join(at.dataDir, 'prometheus'),
      'storage.tsdb.retention.time': '2d',
      'enable-feature': 'exemplar-storage,native-histograms',
      'web.listen-address': `${host}:${at.ports.prometheus}`,
    },
    readyUrl: `http://${host}:${at.ports.prometheus}/-/ready`,
  }),
};
