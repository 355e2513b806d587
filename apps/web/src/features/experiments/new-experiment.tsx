'use client';

import { useRouter } from 'next/navigation';
import { DefinitionEditor } from './definition-editor';

const template = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: my-experiment}
spec:
  objective: Does a larger worker pool buy throughput?
  factors:
    - workers: [1, 2, 4]
  baseline: {workers: 1}
  replicates: 3
  workload:
    executor: k6
    with:
      script: |
        import http from 'k6/http';
        export const options = { vus: 20, duration: '15s' };
        export default () => { http.get(\`http://127.0.0.1:8085/work?pool=\${__ENV.workers}\`); };
  measurements:
    throughput: {metric: http_reqs, aggregate: rate, unit: requests/s, better: higher}
    p95: {metric: http_req_duration, aggregate: p95, unit: ms, better: lower}
    error_rate: {metric: http_req_failed, aggregate: share, unit: "%", better: lower}
  slos:
    - {name: fast, measurement: p95, objective: "< 500ms"}
    - {name: no-errors, measurement: error_rate, objective: "< 1%"}
  goals:
    - {measurement: throughput, target: ">= 3x"}
`;

export function NewExperiment() {
  const router = useRouter();
  return (
    <DefinitionEditor
      initial={template}
      action="Create experiment"
      onSaved={({ name }) => router.push(`/experiments/${name}`)}
    />
  );
}
