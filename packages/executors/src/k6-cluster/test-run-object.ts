import type { ObjectInput } from '@proofload/kubernetes';
import { loadArguments } from '../k6/k6-arguments.ts';
import { labelsOf } from '../kubernetes/run-labels.ts';
import type { K6OperatorSettings } from './cluster-k6-settings.ts';
import { type K6Support, podSettings } from './k6-support.ts';

export const testRunKind = { apiVersion: 'k6.io/v1alpha1', kind: 'TestRun' } as const;

/** The TestRun of a run. Everything that the operator makes of it carries the label of the run. */
export function makeTestRun(settings: K6OperatorSettings, support: K6Support, runId: string): ObjectInput {
  const { parallelism, separate, image, imagePullPolicy, resources, annotations, labels } = settings;
  const pull = imagePullPolicy === undefined ? { image } : { image, imagePullPolicy };
  const metadata = { labels: { ...labels, ...labelsOf(runId) }, annotations };
  return {
    ...testRunKind,
    metadata: { name: support.name },
    spec: {
      parallelism,
      separate,
      script: { configMap: { name: support.name, file: support.scriptFile } },
      arguments: ['--out', 'experimental-prometheus-rw', '--no-color', ...loadArguments(settings)].join(' '),
      runner: {
        ...podSettings(settings),
        ...pull,
        env: support.env,
        resources,
        metadata,
      },
      // It looks for errors in what k6 prints, in the format that k6 has unless told otherwise.
      initializer: { ...podSettings(settings), ...pull, env: support.scriptEnv, resources, metadata },
      starter: { ...podSettings(settings), metadata },
    },
  };
}
