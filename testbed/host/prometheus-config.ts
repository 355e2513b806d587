import type { Ports } from './ports.ts';

/** What the testbed's Prometheus scrapes: every part, and the usage that kwok plays for its nodes and pods. */
export function makePrometheusConfig(options: {
  ports: Ports;
  /** PEM file of the authority that signed the parts' certificates. */
  authority: string;
  token: string;
  scrapeSeconds: number;
  /** Folder of `*.json` files with further targets, in the format of Prometheus' file discovery. */
  targetsDir: string;
}): object {
  const { ports, authority, token, scrapeSeconds, targetsDir } = options;
  const interval = `${Math.round(scrapeSeconds * 1000)}ms`;
  const at = (port: number) => [{ targets: [`127.0.0.1:${port}`] }];
  const tls = { scheme: 'https', tls_config: { ca_file: authority } };
  const known = { ...tls, authorization: { credentials: token } };
  return {
    global: {
      scrape_interval: interval,
      scrape_timeout: interval,
      evaluation_interval: interval,
      external_labels: { cluster: 'testbed' },
    },
    scrape_configs: [
      { job_name: 'apiserver', ...known, static_configs: at(ports.apiServer) },
      { job_name: 'kube-controller-manager', ...known, static_configs: at(ports.controllerManager) },
      { job_name: 'kube-scheduler', ...known, static_configs: at(ports.scheduler) },
      { job_name: 'etcd', static_configs: at(ports.etcd) },
      { job_name: 'kwok', ...tls, static_configs: at(ports.kwok) },
      {
        job_name: 'kubelet-resource',
        ...tls,
        http_sd_configs: [
          {
            url: `https://127.0.0.1:${ports.kwok}/discovery/prometheus`,
            tls_config: tls.tls_config,
            refresh_interval: '5s',
          },
        ],
        // kwok serves all nodes at one address: without a label of their own, the series of one would hide the others'.
        relabel_configs: ['node', 'instance'].map((target_label) => ({
          source_labels: ['__metrics_path__'],
          regex: '/metrics/nodes/([^/]+)/.*',
          target_label,
        })),
      },
      { job_name: 'targets', file_sd_configs: [{ files: [`${targetsDir}/*.json`], refresh_interval: '5s' }] },
    ],
  };
}
