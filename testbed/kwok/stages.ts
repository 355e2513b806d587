import { annotations } from './annotations.ts';

/** How a played pod goes from one state to the next; the templates are Go's, as kwok reads them. */
interface Stage {
  name: string;
  /** jq expressions and what they must give. */
  when: Condition[];
  delay?: { defaultMs: number; from: string; atMostFrom?: string };
  next: object;
}

type Condition =
  | { key: string; operator: 'In' | 'NotIn'; values: string[] }
  | { key: string; operator: 'Exists' | 'DoesNotExist' };

const annotation = (name: string): string => `.metadata.annotations["${name}"]`;
const isPresent = (key: string): Condition => ({ key, operator: 'Exists' });
const isAbsent = (key: string): Condition => ({ key, operator: 'DoesNotExist' });
const isOneOf = (key: string, ...values: string[]): Condition => ({ key, operator: 'In', values });

const lives = isAbsent('.metadata.deletionTimestamp');
const isPending = isOneOf('.status.phase', 'Pending');
const isRunning = isOneOf('.status.phase', 'Running');
const runsOnce = isOneOf('.spec.restartPolicy', 'Never', 'OnFailure');

const identity = 'name: {{ $c.name | Quote }}, image: {{ $c.image | Quote }}, imageID: ""';

/** The containers of a pod, each with the state that is given as YAML. */
const containers = (state: string): string => `
containerStatuses:
{{ range $i, $c := .spec.containers }}
{{ $s := index $root.status.containerStatuses $i }}
- {${identity}, ${state}}
{{ end }}`;

const header = '{{ $now := Now }}{{ $root := . }}';

const conditions = (isReady: boolean): string => `
conditions:
- {type: Initialized, status: "True", lastTransitionTime: {{ $now | Quote }}}
{{ range (list "Ready" "ContainersReady") }}
- {type: {{ . | Quote }}, status: "${isReady ? 'True' : 'False'}", ${isReady ? '' : 'reason: PodCompleted, '}lastTransitionTime: {{ $now | Quote }}}
{{ end }}`;

const ended = (exitCode: string, reason: string, phase: string): string => `${header}
{{ $message := "" }}
{{ with .metadata.annotations }}{{ with index . "${annotations.message}" }}{{ $message = . }}{{ end }}{{ end }}
${conditions(false)}
${containers(
  `ready: false, started: false, restartCount: {{ $s.restartCount }}, state: {terminated: {exitCode: ${exitCode}, reason: ${reason}, message: {{ $message | Quote }}, startedAt: {{ $s.state.running.startedAt | Quote }}, finishedAt: {{ $now | Quote }}}}`,
)}
phase: ${phase}
`;

const podStages: Stage[] = [
  {
    name: 'pod-running',
    when: [lives, isPending, isAbsent(annotation(annotations.stuck))],
    delay: { defaultMs: 200, from: annotation(annotations.startDelay) },
    next: {
      event: { type: 'Normal', reason: 'Started', message: 'Started container' },
      statusTemplate: `${header}
${conditions(true)}
containerStatuses:
{{ range $c := .spec.containers }}
- {${identity}, ready: true, started: true, restartCount: 0, state: {running: {startedAt: {{ $now | Quote }}}}}
{{ end }}
hostIP: {{ NodeIPWith .spec.nodeName | Quote }}
podIP: {{ PodIPWith .spec.nodeName ( or .spec.hostNetwork false ) ( or .metadata.uid "" ) ( or .metadata.name "" ) ( or .metadata.namespace "" ) | Quote }}
phase: Running
startTime: {{ $now | Quote }}
`,
    },
  },
  {
    name: 'pod-stuck',
    when: [lives, isPending, isPresent(annotation(annotations.stuck)), isAbsent('.status.containerStatuses')],
    next: {
      event: { type: 'Warning', reason: 'Failed', message: 'The container cannot be started' },
      statusTemplate: `
{{ $reason := index .metadata.annotations "${annotations.stuck}" }}
containerStatuses:
{{ range $c := .spec.containers }}
- {${identity}, ready: false, started: false, restartCount: 0, state: {waiting: {reason: {{ $reason | Quote }}, message: "The container cannot be started"}}}
{{ end }}
phase: Pending
`,
    },
  },
  {
    name: 'pod-complete',
    when: [lives, isRunning, runsOnce, isAbsent(annotation(annotations.exitCode))],
    delay: {
      defaultMs: 2000,
      from: annotation(annotations.runFor),
      atMostFrom: annotation(annotations.runForMax),
    },
    next: { statusTemplate: ended('0', 'Completed', 'Succeeded') },
  },
  {
    name: 'pod-fail',
    when: [lives, isRunning, runsOnce, isPresent(annotation(annotations.exitCode))],
    delay: {
      defaultMs: 2000,
      from: annotation(annotations.runFor),
      atMostFrom: annotation(annotations.runForMax),
    },
    next: {
      statusTemplate: `{{ $code := index .metadata.annotations "${annotations.exitCode}" }}
${ended('{{ $code }}', '{{ if eq $code "137" }}OOMKilled{{ else if eq $code "0" }}Completed{{ else }}Error{{ end }}', '{{ if eq $code "0" }}Succeeded{{ else }}Failed{{ end }}')}`,
    },
  },
  {
    name: 'pod-killed-for-memory',
    when: [
      lives,
      isRunning,
      isOneOf('.spec.restartPolicy', 'Always'),
      isPresent(annotation(annotations.oomAfter)),
      isAbsent('.status.containerStatuses.[].lastState.terminated'),
    ],
    delay: { defaultMs: 2000, from: annotation(annotations.oomAfter) },
    next: {
      event: { type: 'Warning', reason: 'BackOff', message: 'Back-off restarting failed container' },
      statusTemplate: `${header}
${containers(
  'ready: true, started: true, restartCount: 1, lastState: {terminated: {exitCode: 137, reason: OOMKilled, startedAt: {{ $s.state.running.startedAt | Quote }}, finishedAt: {{ $now | Quote }}}}, state: {running: {startedAt: {{ $now | Quote }}}}',
)}
`,
    },
  },
  {
    name: 'pod-delete',
    when: [isPresent('.metadata.deletionTimestamp')],
    next: { finalizers: { empty: true }, delete: true },
  },
];

/** Heartbeats are kwok's own. */
const nodeStages: Stage[] = [
  {
    name: 'node-ready',
    when: [
      {
        key: '.status.conditions.[] | select( .type == "Ready" ) | .status',
        operator: 'NotIn',
        values: ['True'],
      },
    ],
    next: {
      statusTemplate: `{{ $now := Now }}
conditions:
{{ range NodeConditions }}
- {type: {{ .type | Quote }}, status: {{ .status | Quote }}, reason: {{ .reason | Quote }}, message: {{ .message | Quote }}, lastHeartbeatTime: {{ $now | Quote }}, lastTransitionTime: {{ $now | Quote }}}
{{ end }}
addresses:
- {address: {{ NodeIP | Quote }}, type: InternalIP}
- {address: {{ NodeName | Quote }}, type: Hostname}
daemonEndpoints: {kubeletEndpoint: {Port: {{ NodePort }}}}
nodeInfo: {architecture: amd64, operatingSystem: linux, bootID: "", containerRuntimeVersion: kwok, kernelVersion: kwok, kubeProxyVersion: kwok, kubeletVersion: kwok, machineID: "", osImage: kwok, systemUUID: ""}
phase: Running
`,
    },
  },
];

const apiVersion = 'kwok.x-k8s.io/v1alpha1';

/** The objects of the stages, as kwok's configuration lists them. */
export function listStages(): object[] {
  const describe = (kind: string) => (stage: Stage) => ({
    apiVersion,
    kind: 'Stage',
    metadata: { name: stage.name },
    spec: {
      resourceRef: { apiGroup: 'v1', kind },
      selector: { matchExpressions: stage.when },
      ...(stage.delay
        ? {
            delay: {
              durationMilliseconds: stage.delay.defaultMs,
              durationFrom: { expressionFrom: stage.delay.from },
              ...(stage.delay.atMostFrom
                ? { jitterDurationFrom: { expressionFrom: stage.delay.atMostFrom } }
                : {}),
            },
          }
        : {}),
      next: stage.next,
    },
  });
  return [...nodeStages.map(describe('Node')), ...podStages.map(describe('Pod'))];
}
