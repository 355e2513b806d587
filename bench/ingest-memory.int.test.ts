import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { k6Output } from '@proofload/testkit/k6-output';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadK6 } from './upload-process.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const timeoutMs = 120_000;
/** What the process takes with nothing to do is 50 MB of it. */
const smallHeap = ['--max-old-space-size=96'];

// A process that held what it reads would need a gigabyte for this, and die of its heap long before.
it(
  'reads a quarter of a gigabyte with a heap of 96 MB',
  async () => {
    const upload = await uploadK6(database.connectionString, k6Output(1_000_000), { nodeFlags: smallHeap });
    expect(upload.samples).toBeGreaterThanOrEqual(1_000_000);
    expect(upload.peakRssMb, 'buffers are bounded too').toBeLessThan(300);
  },
  timeoutMs,
);

const experiment = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: memory}
spec:
  objective: How much memory does the closing of a long run take?
  workload: {executor: external}
  windows: {steady: {phase: load, skipFirst: 10s, skipLast: 10s}}
  measurements:
    duration: {metric: http_req_duration, aggregate: p95, over: steady, unit: ms, better: lower}
    waiting: {metric: http_req_waiting, aggregate: p95, over: steady, unit: ms, better: lower}
    receiving: {metric: http_req_receiving, aggregate: p99, over: steady, unit: ms, better: lower}
    sending: {metric: http_req_sending, aggregate: p99, over: steady, unit: ms, better: lower}
    blocked: {metric: http_req_blocked, aggregate: p99, over: steady, unit: ms, better: lower}
    iteration: {metric: iteration_duration, aggregate: p95, over: steady, unit: ms, better: lower}
  slos:
    - {name: fast, measurement: duration, objective: "< 50ms"}
    - {name: soon, measurement: waiting, objective: "< 50ms"}
`;

// Two days of it: a sketch for nearly every point. Those that the windows ask for would not fit, nor would the overviews.
it(
  'measures windows and steps of a run of two days with a heap of 96 MB',
  async () => {
    const run = await uploadK6(database.connectionString, k6Output(500_000, 100), {
      nodeFlags: smallHeap,
      experiment,
    });
    expect(Object.keys(run.measurements)).toHaveLength(6);
    for (const value of Object.values(run.measurements)) expect(value).toBeGreaterThan(0);
    expect(run.peakRssMb, 'buffers are bounded too').toBeLessThan(300);
  },
  timeoutMs,
);
