import type { ObjectInput } from '@proofload/kubernetes';
import { loadArguments } from '../k6/k6-arguments.ts';
import type { ClusterK6Settings } from './cluster-k6-settings.ts';
import { type K6Support, podSettings } from './k6-support.ts';

const scriptFolder = '/proofload/script';

/**
 * Runs k6 with the part of the load that belongs to this index of the Job, and hands a kind stop on to it. Thresholds
 * that were crossed (99) must not fail the Job, which would stop the other instances: the exit code of k6 is the
 * termination message. One output, so that its lines do not mix.
 */
const start = [
  'index=$JOB_COMPLETION_INDEX; count=$1; segments=$2; shift 2',
  'if [ "$count" -gt 1 ]; then',
  '  set -- "$@" --execution-segment "$index/$count:$((index + 1))/$count" \\',
  '    --execution-segment-sequence "$segments" --tag "instance_id=$((index + 1))"',
  'fi',
  '"$@" 2>&1 &',
  'child=$!',
  `trap 'kill -TERM "$child" 2>/dev/null' TERM INT`,
  'wait "$child"; code=$?',
  'while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done',
  'echo "k6 $code" > /dev/termination-log',
  'if [ "$code" -eq 99 ]; then exit 0; fi',
  'exit "$code"',
].join('\n');

/** `0,1/4,2/4,3/4,1`: where the parts of the load meet. */
export const segmentSequence = (count: number): string =>
  Array.from({ length: count + 1 }, (_, at) => (at === 0 ? '0' : at === count ? '1' : `${at}/${count}`)).join(
    ',',
  );

/** The Job of a run. @param seconds after which Kubernetes ends it, should nobody else */
export function makeK6Job(settings: ClusterK6Settings, support: K6Support, seconds: number): ObjectInput {
  const { parallelism, image, imagePullPolicy, resources, annotations, labels } = settings;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: support.name },
    spec: {
      completionMode: 'Indexed',
      completions: parallelism,
      parallelism,
      // A load that is begun again in the middle is another load.
      backoffLimit: 0,
      activeDeadlineSeconds: Math.max(1, Math.ceil(seconds)),
      template: {
        metadata: { annotations, labels },
        spec: {
          restartPolicy: 'Never',
          automountServiceAccountToken: settings.serviceAccount !== undefined,
          ...podSettings(settings),
          containers: [
            {
              name: 'k6',
              image,
              ...(imagePullPolicy === undefined ? {} : { imagePullPolicy }),
              command: ['/bin/sh', '-c', start, 'k6'],
              args: [String(parallelism), segmentSequence(parallelism), ...k6Command(settings, support)],
              env: support.env,
              resources,
              volumeMounts: [{ name: 'script', mountPath: scriptFolder, readOnly: true }],
            },
          ],
          volumes: [{ name: 'script', configMap: { name: support.name } }],
        },
      },
    },
  };
}

function k6Command(settings: ClusterK6Settings, { scriptFile }: K6Support): string[] {
  return [
    ...['k6', 'run', '--address', '', '--no-color', '--quiet'],
    ...['--out', 'experimental-prometheus-rw'],
    ...loadArguments(settings),
    `${scriptFolder}/${scriptFile}`,
  ];
}
