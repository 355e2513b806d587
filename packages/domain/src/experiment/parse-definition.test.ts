import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { diffDefinitions } from './diff-definitions.ts';
import { definitionJsonSchema } from './migrate-document.ts';
import { parseDefinition, requireDefinition } from './parse-definition.ts';
import { expandTreatments, substitute, treatmentKey } from './treatments.ts';

const poolSize = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: pool-size}
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
        export default () => { http.get(\`http://127.0.0.1:8085/work?pool=\${__ENV.workers}\`); };
  windows:
    steady: {phase: load, skipFirst: 2s}
  measurements:
    requests: {metric: http_reqs, aggregate: count, unit: requests}
    throughput: {metric: http_reqs, aggregate: rate, over: steady, unit: requests/s, better: higher}
    p95: {metric: 'http_req_duration{expected_response="true"}', aggregate: p95, unit: ms, better: lower}
  slos:
    - {name: fast, measurement: p95, objective: "< 120ms"}
  goals:
    - {measurement: throughput, target: ">= 4x"}
`;

const qpsBurst = `apiVersion: proofload/v1
kind: Experiment
metadata:
  name: argocd-qps-burst
  labels: {team: platform}
spec:
  objective: How client QPS and burst change Argo CD's sync duration and the API server's load
  factors:
    - pair: {qps: [50, 100, 150], burst: [100, 200, 300]}
  baseline: {qps: 50, burst: 100}
  replicates: 3
  cluster: testbed
  workload:
    executor: argocd
    with: {clusters: 4, applications: 100, qps: "\${qps}", burst: "\${burst}"}
    timeout: 30m
    stall: {metric: 'argocd_app_info{sync_status="Synced"}', unchangedFor: 5m}
  sources:
    - prometheus: {queries: {goroutines: 'go_goroutines{job="argocd"}', api_rate: 'sum(rate(apiserver_request_total[1m]))'}, step: 5s}
  windows:
    sync: {start: 'workqueue_depth{name="app_operation_processing_queue"} > 0', end: 'sum(argocd_app_info{sync_status!="Synced"}) == 0'}
  measurements:
    sync_duration: {duration: sync, unit: s, better: lower}
    goroutines_max: {metric: goroutines, over: sync, aggregate: max, better: none}
    cpu_balance: {metric: process_cpu, over: sync, aggregate: avg, balance: shard, unit: cores, better: lower}
    error_rate: {metric: errors, aggregate: avg, unit: "%"}
  slos:
    - {name: error-rate, measurement: error_rate, objective: "< 0.25%"}
  goals:
    - {measurement: sync_duration, target: "<= 0.25x"}
`;

it('reads a k6 experiment', () => {
  const { definition } = requireDefinition(poolSize);
  expect(definition).toMatchObject({
    name: 'pool-size',
    factors: [{ kind: 'crossed', name: 'workers', levels: [1, 2, 4] }],
    workload: { executor: 'k6', timeoutMs: 3_600_000 },
    windows: { steady: { start: { kind: 'offset', phase: 'load', offsetMs: 2000 }, end: { offsetMs: 0 } } },
    measurements: {
      p95: { of: { metric: 'http_req_duration', selector: '{expected_response="true"}', aggregate: 'p95' } },
    },
  });
  expect(expandTreatments(definition)).toEqual([
    { key: 'workers=1', params: { workers: 1 }, isBaseline: true },
    { key: 'workers=2', params: { workers: 2 }, isBaseline: false },
    { key: 'workers=4', params: { workers: 4 }, isBaseline: false },
  ]);
});

it('reads the least effect that matters, which may go unsaid', () => {
  const { definition } = requireDefinition(
    poolSize.replace('unit: requests/s, better: higher}', 'better: higher, minimumEffect: 2.5 %}'),
  );
  expect(definition.measurements.throughput?.minimumEffect).toBe(0.025);
  expect(definition.measurements.p95).not.toHaveProperty('minimumEffect');
});

it.each(['5', '100%', '-1%', 'five %', '1e3%'])('refuses a least effect of %s', (effect) => {
  const { definition, errors } = parseDefinition(
    poolSize.replace(
      '{metric: http_reqs, aggregate: count, unit: requests}',
      `{reported: true, minimumEffect: "${effect}"}`,
    ),
  );
  expect(definition).toBeNull();
  expect(errors.map(({ field }) => field).join(' ')).toContain('spec.measurements.requests');
});

it('reads an experiment with paired factors and event windows', () => {
  const { definition } = requireDefinition(qpsBurst);
  expect(expandTreatments(definition).map(({ key }) => key)).toEqual([
    'burst=100,qps=50',
    'burst=200,qps=100',
    'burst=300,qps=150',
  ]);
  expect(definition.windows.sync?.start).toEqual({
    kind: 'condition',
    expression: 'workqueue_depth{name="app_operation_processing_queue"} > 0',
  });
  expect(definition.workload.stall).toEqual({
    metric: 'argocd_app_info{sync_status="Synced"}',
    unchangedForMs: 300_000,
  });
  expect(substitute(definition.workload.with, { qps: 50, burst: 100 })).toMatchObject({
    qps: 50,
    burst: 100,
  });
});

describe('a preparation', () => {
  const prepared = (prepare: string): string =>
    qpsBurst.replace('    timeout: 30m', `    timeout: 30m\n    prepare: ${prepare}`);

  it('is read with its time limit, and gets the levels of factors', () => {
    const { definition } = requireDefinition(
      prepared(
        '{command: set-rate, args: [--qps, "${qps}", -v, 2], env: {BURST: "b${burst}"}, timeout: 90s}',
      ),
    );
    expect(substitute(definition.workload.prepare, { qps: 50, burst: 100 })).toEqual({
      command: 'set-rate',
      args: ['--qps', 50, '-v', 2],
      env: { BURST: 'b100' },
      timeoutMs: 90_000,
    });
  });

  it('has five minutes unless told otherwise, and is absent where there is none', () => {
    expect(requireDefinition(prepared('{command: a}')).definition.workload.prepare).toEqual({
      command: 'a',
      args: [],
      env: {},
      timeoutMs: 300_000,
    });
    expect(requireDefinition(qpsBurst).definition.workload).not.toHaveProperty('prepare');
  });

  it.each([
    ['{command: /bin/sh}', 'spec.workload.prepare.command', 'expected the name of a program'],
    ['{args: [a]}', 'spec.workload.prepare.command', 'expected a string'],
    ['{command: a, script: b}', 'spec.workload.prepare.script', 'expected no field of this name here'],
    ['{command: a, args: [[b]]}', 'spec.workload.prepare.args[0]', 'expected a text, a number or true/false'],
    [
      '{command: a, args: [.inf]}',
      'spec.workload.prepare.args[0]',
      'expected a text, a number or true/false',
    ],
    ['{command: a, env: {1A: b}}', 'spec.workload.prepare.env.1A', 'expected the name of a variable'],
    ['{command: a, timeout: soon}', 'spec.workload.prepare.timeout', 'expected a duration such as 2m'],
    ['{command: a, args: ["${rate}"]}', 'spec.workload.prepare.args[0]', 'rate is none of qps, burst'],
  ])('%s is refused', (prepare, field, message) => {
    expect(parseDefinition(prepared(prepare)).errors).toEqual([
      { field, line: 17, message: expect.stringContaining(message) },
    ]);
  });

  it('knows no placeholders of the executor, and is not for runs that somebody else executes', () => {
    const units = prepared('{command: a, args: ["${units}"]}').replace(/executor: \S+/, 'executor: capacity');
    expect(parseDefinition(units).errors[0]?.message).toContain('units is none of qps, burst');
    const external = prepared('{command: a}').replace(/executor: \S+/, 'executor: external');
    expect(parseDefinition(external).errors).toEqual([
      {
        field: 'spec.workload.prepare',
        line: 17,
        message: expect.stringContaining('whoever executes the run prepares it'),
      },
    ]);
  });
});

it('reads a Prometheus by its address, by its name, or by neither', () => {
  const source = `${poolSize}  sources:
    - prometheus: {url: "https://host/prometheus/", queries: {a: up}}
    - prometheus: {server: main, queries: {a: up}, step: 1s}
    - prometheus: {queries: {a: up}}
`;
  const common = { kind: 'prometheus', queries: { a: 'up' } };
  expect(parseDefinition(source).definition?.sources).toEqual([
    { ...common, url: 'https://host/prometheus/', stepMs: 5000 },
    { ...common, url: null, server: 'main', stepMs: 1000 },
    { ...common, url: null, stepMs: 5000 },
  ]);
});

it('reads JSON as well', () => {
  const { definition } = requireDefinition(poolSize);
  const json = JSON.stringify({
    apiVersion: 'proofload/v1',
    kind: 'Experiment',
    metadata: { name: 'pool-size' },
    spec: { objective: 'x', workload: { executor: 'external' } },
  });
  expect(requireDefinition(json).definition.name).toBe(definition.name);
});

describe('errors name the path, the line and what was expected', () => {
  it.each([
    [
      'an unknown field',
      'replicates: 3',
      'replicates: 3\n  replicas: 2',
      'spec.replicas',
      10,
      'expected no field',
    ],
    ['an unknown version', 'proofload/v1', 'proofload/v9', 'apiVersion', 1, 'expected "proofload/v1"'],
    ['a wrong type', 'replicates: 3', 'replicates: many', 'spec.replicates', 9, 'expected a number'],
    ['a bad name', 'pool-size', 'Pool Size', 'metadata.name', 3, 'lower-case'],
    [
      'a level that is no scalar',
      '[1, 2, 4]',
      '[1, {a: 2}]',
      'spec.factors[0].workers[1]',
      7,
      'a text, a number',
    ],
    [
      'a baseline outside',
      'workers: 1}',
      'workers: 3}',
      'spec.baseline',
      8,
      'one of the treatments (workers=1; workers=2; workers=4), not workers=3',
    ],
    [
      'too many runs',
      '[1, 2, 4]',
      `[${Array.from({ length: 100 }, (_, i) => i + 1)}]\n    - b: [1, 2, 3, 4]`,
      'spec.factors',
      6,
      'at most 1000 runs',
    ],
    [
      'an unknown window',
      'over: steady',
      'over: stedy',
      'spec.measurements.throughput.over',
      20,
      'known are steady',
    ],
    [
      'a bad aggregate',
      'aggregate: rate',
      'aggregate: mode',
      'spec.measurements.throughput.aggregate',
      20,
      'percentile such as p95',
    ],
    ['a bad selector', '"true"}', '}', 'spec.measurements.p95.metric', 21, 'value in quotes'],
    [
      'an objective without operator',
      '"< 120ms"',
      '"120ms"',
      'spec.slos[0].objective',
      23,
      'such as `< 120ms`',
    ],
    [
      'an unknown measurement',
      'measurement: p95',
      'measurement: p96',
      'spec.slos[0].measurement',
      23,
      'known are requests, throughput, p95',
    ],
    [
      'a target that is no multiple',
      '">= 4x"',
      '">= 4"',
      'spec.goals[0].target',
      25,
      'multiple of the baseline',
    ],
    ['broken YAML', 'factors:', 'factors: [', 'definition', 7, 'valid YAML'],
    [
      'a key that comes twice',
      'replicates: 3',
      'replicates: 3\n  replicates: 4',
      'definition',
      10,
      '"replicates" comes twice',
    ],
    [
      'labels without quotes',
      '\'http_req_duration{expected_response="true"}\'',
      'http_req_duration{expected_response="true"}',
      'definition',
      21,
      'in quotes',
    ],
    [
      'a condition that is none',
      'steady: {phase: load, skipFirst: 2s}',
      "steady: {start: 'vus', end: 'sum(vus) == 0'}",
      'spec.windows.steady.start',
      17,
      'such as `workqueue_depth',
    ],
  ])('%s', (_what, before, after, field, line, message) => {
    const { definition, errors } = parseDefinition(poolSize.replace(before, after));
    expect(definition).toBeNull();
    expect(errors[0]).toMatchObject({ field, line });
    expect(errors[0]?.message).toContain(message);
  });

  it('finds several at once', () => {
    const { errors } = parseDefinition(
      poolSize.replace('replicates: 3', 'replicates: 0').replace('"< 120ms"', 'fast'),
    );
    expect(errors.map(({ field }) => field)).toEqual(['spec.replicates', 'spec.slos[0].objective']);
  });

  it('refuses placeholders that are no factors', () => {
    const { errors } = parseDefinition(qpsBurst.replace('"${burst}"', '"${bursts}"'));
    expect(errors).toEqual([
      {
        field: 'spec.workload.with.burst',
        line: 15,
        message: expect.stringContaining('bursts is none of qps, burst'),
      },
    ]);
  });

  it('leaves the placeholders of an executor to it, and no factor takes their names', () => {
    const capacity = qpsBurst.replace(/executor: \S+/, 'executor: capacity');
    expect(parseDefinition(capacity.replace('"${burst}"', '"${units}"')).errors).toEqual([]);
    const taken = parseDefinition(capacity.replaceAll('burst', 'units')).errors;
    expect(taken.map(({ field, message }) => [field, message])).toEqual([
      ['spec.factors', 'expected another name; the executor capacity itself sets ${units}'],
    ]);
  });

  it.each(['', '42', '[]', 'null', '- a\n- b'])('refuses %j', (source) => {
    expect(parseDefinition(source).errors.length).toBeGreaterThan(0);
  });

  it('refuses a document that unfolds through aliases', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefghi'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`)}]`),
    ].join('\n');
    expect(parseDefinition(bomb).errors[0]?.message).toContain('alias');
  });
});

it('never throws on damaged text', { timeout: 60_000 }, () => {
  const random = createRandom(5);
  for (let round = 0; round < 300; round++) {
    const at = Math.floor(random() * poolSize.length);
    const damaged =
      poolSize.slice(0, at) +
      String.fromCharCode(32 + Math.floor(random() * 95)) +
      poolSize.slice(at + Math.floor(random() * 4));
    const { definition, errors } = parseDefinition(damaged);
    expect(definition !== null || errors.length > 0).toBe(true);
  }
});

it('makes one key of the same parameters in any order', () => {
  expect(treatmentKey({ qps: 50, burst: 100 })).toBe('burst=100,qps=50');
  expect(treatmentKey({ burst: 100, qps: 50 })).toBe('burst=100,qps=50');
  expect(treatmentKey({ mode: 'a,b=c', flag: true, text: 'true', digits: '5' })).toBe(
    'digits="5",flag=true,mode="a,b=c",text="true"',
  );
  expect(treatmentKey({})).toBe('all');
});

it('never puts a raw `;` into a key, since lists of keys are separated by it', () => {
  expect(treatmentKey({ mode: 'a;b' })).toBe('mode="a\\u003bb"');
});

it('leaves the own syntax of a script alone', () => {
  const script = 'const workers = 3; http.get(`/work?pool=${workers}`)';
  expect(
    substitute({ script, env: { POOL: '${workers}', NAME: 'p-${workers}-${x}' } }, { workers: 4 }),
  ).toEqual({
    script,
    env: { POOL: 4, NAME: 'p-4-${x}' },
  });
});

describe('bounds', () => {
  const took = (source: string): number => {
    const started = performance.now();
    expect(parseDefinition(source).errors).toHaveLength(1);
    return performance.now() - started;
  };
  it('refuses a megabyte and more', () => {
    expect(parseDefinition('#'.repeat(1_048_577)).errors[0]?.message).toContain('at most 1048576 characters');
  });
  it('does not compare every key with every other', () => {
    expect(took(Array.from({ length: 12_000 }, (_, index) => `key${index}: 1`).join('\n'))).toBeLessThan(
      5000,
    );
  });
  it.each(['[', '{a: ', '- ', '? ', 'a: '])('survives %s nested ten thousand deep', (open) => {
    expect(parseDefinition(open.repeat(10_000)).errors).toHaveLength(1);
  });
  it('survives lists that are nested both in lines and by indentation', () => {
    const lines = Array.from({ length: 140 }, (_, index) => `${' '.repeat(index * 100)}${'- '.repeat(50)}`);
    expect(parseDefinition(lines.join('\n')).errors[0]?.message).toBe('expected less nesting');
  });
});

const withSettings = (settings: string): string =>
  `apiVersion: proofload/v1\nkind: Experiment\nmetadata: {name: a}\nspec:\n  objective: x\n  workload: {executor: k6, with: {a: ${settings}}}\n`;

describe('refuses', () => {
  it.each(['constructor', '__proto__', 'toString'])('the version %s, which every object knows', (version) => {
    expect(parseDefinition(`apiVersion: ${version}`).errors[0]?.field).toBe('apiVersion');
  });
  it.each([
    ['an infinite number', '.inf', 'finite'],
    ['no number', '[{b: .nan}]', 'finite'],
    ['NUL', '"\\0"', 'NUL'],
    ['a raw NUL', 'x\0', 'NUL'],
    ['half a character', '"\\uD800"', 'halves'],
    ['deep nesting', '['.repeat(200) + ']'.repeat(200), 'less nesting'],
    ['too many aliases', `[&x 1${', *x'.repeat(51)}]`, 'at most 50 uses of an alias'],
    ['too many signs', `[${','.repeat(200_000)}]`, 'at most 100000'],
  ])('%s, naming the line', (_name, settings, message) => {
    expect(parseDefinition(withSettings(settings)).errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining(message), line: 6 }),
    ]);
  });
  it.each(['0s', '0.001ms', `${'9'.repeat(40)}h`, '1'.repeat(60)])('a step of %s', (step) => {
    const source = `${withSettings('1')}  sources: [{scrape: {url: x, every: ${step}}}]\n`;
    expect(parseDefinition(source).errors[0]?.field).toBe('spec.sources[0].scrape.every');
  });
  it.each([
    ['{url: "http://u:p@prom", queries: {a: up}}', 'url', 'without user and password'],
    ['{url: "http://token@prom/x", queries: {a: up}}', 'url', 'without user and password'],
    ['{url: "ftp://prom", queries: {a: up}}', 'url', 'an http or https address'],
    ['{url: "http://prom/x/api/v1", queries: {a: up}}', 'url', 'without /api/v1'],
    ['{url: "http://prom?tenant=a", queries: {a: up}}', 'url', 'without ?'],
    ['{url: "http://prom", server: main, queries: {a: up}}', 'server', '`url` or `server`, not both'],
    ['{server: Main, queries: {a: up}}', 'server', 'lower-case'],
  ])('a Prometheus that is %s', (source, field, message) => {
    const text = `${withSettings('1')}  sources: [{prometheus: ${source}}]\n`;
    const path = `spec.sources[0].prometheus.${field}`;
    expect(parseDefinition(text).errors).toEqual([
      { field: path, message: expect.stringContaining(message), line: 7 },
    ]);
  });
  it('credentials in the address of a scrape', () => {
    const text = `${withSettings('1')}  sources: [{scrape: {url: "http://u:\${p}@host/metrics"}}]\n`;
    expect(parseDefinition(text).errors[0]).toMatchObject({
      field: 'spec.sources[0].scrape.url',
      message: expect.stringContaining('without user and password'),
    });
  });
  it('a field without a name', () => {
    expect(parseDefinition(`${withSettings('1')}"": 1\n`).errors).toEqual([
      { field: 'definition', message: 'expected no field of this name here', line: 7 },
    ]);
  });
  it('more names than a page can show', () => {
    const windows = Array.from({ length: 201 }, (_, index) => `w${index}: {}`).join(', ');
    expect(parseDefinition(`${withSettings('1')}  windows: {${windows}}\n`).errors[0]?.message).toBe(
      'expected at most 200 names',
    );
  });
});

it('reads the values that JSON knows, whatever version of YAML a definition names', () => {
  const { definition } = parseDefinition(
    `%YAML 1.1\n---\n${withSettings('[!!timestamp 2001-12-14, !!binary AAAA, 2001-12-14, !!set {b: }]')}`,
  );
  expect(definition?.workload.with).toEqual({ a: ['2001-12-14', 'AAAA', '2001-12-14', { b: null }] });
});

it('says what differs between two versions', () => {
  const before = requireDefinition(poolSize).definition;
  const after = requireDefinition(
    poolSize.replace('replicates: 3', 'replicates: 5').replace('[1, 2, 4]', '[1, 2, 4, 8]'),
  ).definition;
  expect(diffDefinitions(before, after)).toEqual([
    { path: 'factors[0].levels[3]', before: undefined, after: 8 },
    { path: 'replicates', before: 3, after: 5 },
  ]);
});

it('gives editors a JSON Schema', () => {
  const schema = definitionJsonSchema();
  expect(schema.$schema).toContain('draft-07');
  expect(JSON.stringify(schema)).toContain('skipFirst');
});
