import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runSchema } from '@proofload/contracts';
import { z } from 'zod';
import type { InstanceFacts } from '../fixtures/instance-facts.ts';
import { k6SummarySchema } from '../fixtures/k6-summary.ts';
import { ownName } from '../fixtures/own-name.ts';
import { proofload } from '../fixtures/proofload.ts';
import { shortenQuickStart } from '../fixtures/short-quick-start.ts';
import { expect, test } from '../fixtures/test.ts';

const runFile = promisify(execFile);
const names = {
  pass: ownName('cli-pass'),
  notMet: ownName('cli-not-met'),
  fails: ownName('cli-fails'),
  invalid: ownName('cli-invalid'),
  ingest: ownName('cli-ingest'),
};

let dir: string;
test.beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proofload-cli-'));
});
test.afterAll(() => rm(dir, { recursive: true }));

async function writeDefinition(
  instance: InstanceFacts,
  name: string,
  replace: [string, string][] = [],
): Promise<string> {
  const path = join(dir, `${name}.yaml`);
  await writeFile(path, shortenQuickStart({ name, targetUrl: instance.targetUrl, seconds: 3, replace }));
  return path;
}

test('run ends with 0, measurements, verdicts and addresses when everything is met', async ({
  instance,
  page,
}) => {
  const path = await writeDefinition(instance, names.pass);
  const { code, stdout, stderr } = await proofload(instance, [
    'run',
    '-f',
    path,
    '--wait',
    '--replicates',
    '2',
    '--label',
    'build=7',
  ]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stderr).toContain(`${names.pass} version 1: launched 6 runs`);
  expect(stderr).toMatch(/workers=4 #1 completed, verdict pass/);
  expect(stderr, 'plain lines in CI').not.toContain('\u001b');
  expect(stdout).toMatch(/^throughput +[\d.]+\u00a0requests\/s, n=2 /m);
  expect(stdout).toContain('SLO responsive (< 1.5s): met in 6 of 6');
  expect(stdout).toMatch(/^Goal throughput >= 3x: met; workers=4 reached 3\./m);
  const [, compare = ''] = stdout.match(/^Compare: (\S+)$/m) ?? [];
  await page.goto(compare);
  await expect(page.getByTestId('summary')).toContainText('workers=4 against workers=1');
});

test('run ends with 2 when an objective is not met, and with 3 when a run fails', async ({ instance }) => {
  const strict = await writeDefinition(instance, names.notMet, [['"< 1.5s"', '"< 1ms"']]);
  const notMet = await proofload(instance, [
    'run',
    '-f',
    strict,
    '--wait',
    '--replicates',
    '1',
    '--param',
    'workers=4',
    '--json',
  ]);
  expect(notMet.code).toBe(2);
  const result = z
    .object({ exitCode: z.number(), runs: z.array(runSchema.pick({ slos: true })) })
    .parse(JSON.parse(notMet.stdout));
  expect(result).toMatchObject({
    exitCode: 2,
    runs: [
      {
        slos: [
          { name: 'responsive', met: false },
          { name: 'error-rate', met: true },
        ],
      },
    ],
  });

  const broken = await writeDefinition(instance, names.fails, [
    [
      'export default function () {',
      'export function setup() { throw new Error("no target"); }\n        export default function () {',
    ],
  ]);
  const failed = await proofload(instance, [
    'run',
    '-f',
    broken,
    '--wait',
    '--replicates',
    '1',
    '--param',
    'workers=1',
  ]);
  expect({ code: failed.code, stderr: failed.stderr }).toMatchObject({ code: 3 });
  expect(failed.stdout).toMatch(/failed: .+/);
});

test('run ends with 1 and names what is wrong with a definition, field and line', async ({ instance }) => {
  const path = await writeDefinition(instance, names.invalid, [['replicates: 3', 'replicates: many']]);
  const { code, stderr } = await proofload(instance, ['run', '-f', path]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/spec\.replicates \(line 11\): expected/);
  const unknown = await proofload(instance, ['run', '--experiment', 'nowhere']);
  expect(unknown).toMatchObject({ code: 1 });
  expect(unknown.stderr).toContain('nowhere');
  const stranger = await proofload(instance, ['run', '--experiment', 'quick-start'], {
    PROOFLOAD_TOKEN: 'pl_wrong',
  });
  expect(stranger).toMatchObject({ code: 1 });
});

test("ingest opens a run for what a k6 somewhere else wrote, and agrees with k6's summary", async ({
  instance,
  api,
}) => {
  await writeDefinition(instance, names.ingest);
  const source = await readFile(join(dir, `${names.ingest}.yaml`), 'utf8');
  await api.saveExperiment(
    source.replace('executor: k6', 'executor: external').replace(/ {4}with:[\s\S]*?(?=\n {2}sources:)/, ''),
  );
  const script = join(dir, 'script.js');
  await writeFile(
    script,
    `import http from 'k6/http';
export const options = { vus: 5, iterations: 200, summaryTrendStats: ['avg', 'min', 'max', 'p(90)', 'p(95)', 'p(99)'] };
export default () => { http.get('${instance.targetUrl}/work?pool=4'); };`,
  );
  const [samples, summary] = [join(dir, 'samples.json'), join(dir, 'summary.json')];
  await runFile(process.env.PROOFLOAD_K6 || 'k6', [
    'run',
    '--quiet',
    '--no-usage-report',
    `--out=json=${samples}`,
    `--summary-export=${summary}`,
    script,
  ]);

  const args = [
    'ingest',
    '--open',
    '--experiment',
    names.ingest,
    '--param',
    'workers=4',
    '--finish',
    '--json',
    samples,
  ];
  const { code, stdout, stderr } = await proofload(instance, args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { run } = z.object({ run: runSchema }).parse(JSON.parse(stdout));
  const { metrics: own } = k6SummarySchema.parse(JSON.parse(await readFile(summary, 'utf8')));
  expect(run).toMatchObject({
    status: 'finished',
    outcome: 'completed',
    verdict: 'pass',
    params: { workers: 4 },
  });
  expect(run.measurements.requests?.value).toBe(own.http_reqs.count);
  const p95 = run.measurements.p95?.value ?? 0;
  expect(Math.abs(p95 / own.http_req_duration['p(95)'] - 1)).toBeLessThan(0.01);

  const missing = await proofload(instance, ['ingest', run.id, join(dir, 'nothing.json')]);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no such file') });
});
