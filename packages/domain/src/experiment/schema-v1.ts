import { z } from 'zod';
import { parseDurationMs } from '../units/duration.ts';
import { parseObjective, parseTarget, readShare } from '../units/quantity.ts';

import { limitSchema } from './limit-schema.ts';
import { findPrometheusAddressProblem, hasCredentials } from './source-address.ts';

const name = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'expected 1 to 63 lower-case letters, digits and inner hyphens',
  );
const identifier = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
    'expected a letter or underscore, then letters, digits, hyphens or underscores (64 at most)',
  );
const level = z.union(
  [z.string().max(1024), z.number(), z.boolean()],
  'expected a text, a number or true/false',
);
const maxNamed = 200;
const levels = z.array(level).min(1, 'expected at least one level').max(100, 'expected at most 100 levels');

const duration = (example: string) =>
  z
    .string()
    .refine((text) => parseDurationMs(text) !== null, `expected a duration such as ${example}`)
    .meta({ description: `A duration such as ${example}` });

/** A step or an interval: none of no length, which would never come to an end. */
const interval = (example: string) =>
  duration(example).refine((text) => (parseDurationMs(text) ?? 1) >= 1, 'expected at least 1ms');

/** By name, and no more than a page can show. */
const named = <T extends z.ZodType>(item: T) =>
  z
    .record(identifier, item)
    .refine((record) => Object.keys(record).length <= maxNamed, `expected at most ${maxNamed} names`);

const pairedFactor = z
  .strictObject({
    pair: named(levels).meta({
      description: 'Factors that move together: the first level of each, then the second, ...',
    }),
  })
  .refine(({ pair }) => Object.keys(pair).length >= 2, {
    path: ['pair'],
    message: 'expected at least two factors to pair',
  })
  .refine(({ pair }) => new Set(Object.values(pair).map((list) => list.length)).size <= 1, {
    path: ['pair'],
    message: 'expected paired factors with the same number of levels',
  });
const crossedFactor = z
  .record(identifier, levels)
  .refine(
    (factor) => Object.keys(factor).length === 1,
    'expected one factor with its levels, such as `workers: [1, 2, 4]`',
  );

/** YAML knows `.inf` and `.nan`, JSON does not. */
function hasJsonNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasJsonNumbers);
}

/** A program that the operator of the worker allows, with what the run has of it. */
const prepare = z.strictObject({
  command: z
    .string()
    .regex(
      /^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/,
      'expected the name of a program: lower-case letters, digits, dots and hyphens',
    )
    .meta({ description: 'A program by the name that the operator of the worker gave it' }),
  args: z
    .array(
      z.union([z.string().max(32_768), z.number(), z.boolean()], 'expected a text, a number or true/false'),
    )
    .max(1000)
    .default([])
    .meta({ description: 'Its arguments; `${factor}` stands for the level of a factor' }),
  env: z
    .record(
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'expected the name of a variable'),
      z.union([z.string().max(32_768), z.number(), z.boolean()], 'expected a text, a number or true/false'),
    )
    .refine((env) => Object.keys(env).length <= maxNamed, `expected at most ${maxNamed} names`)
    .default({})
    .meta({ description: 'Variables that the worker lets it have; `${factor}` is substituted' }),
  timeout: interval('2m').default('5m'),
});

const workload = z.strictObject({
  executor: z
    .string()
    .min(1)
    .max(64)
    .meta({
      description: '`k6` (a local k6 process) or `external` (somebody else executes)',
      examples: ['k6', 'external'],
    }),
  with: z
    .record(z.string(), z.unknown())
    .refine(hasJsonNumbers, 'expected numbers that are finite')
    .default({})
    .meta({ description: 'Settings of the executor; `${factor}` stands for the level of a factor' }),
  prepare: prepare.optional().meta({
    description: 'Carried out by the worker before each run, until it ends; the load starts afterwards',
  }),
  timeout: interval('30m').default('1h'),
  stall: z
    .strictObject({ metric: z.string().min(1).max(4096), unchangedFor: interval('5m') })
    .optional()
    .meta({ description: 'End the run as stalled when a metric does not change for so long' }),
});

const prometheusUrl = z
  .url({ protocol: /^https?$/, error: 'expected an http or https address', abort: true })
  .max(2048)
  .superRefine((address, problems) => {
    const message = hasCredentials(address)
      ? 'expected an address without user and password, which every reader of the definition would see; keep them in a Prometheus server of the project and name it in `server`'
      : findPrometheusAddressProblem(address);
    if (message !== null) problems.addIssue({ code: 'custom', message });
  });

const prometheusSource = z.strictObject({
  prometheus: prometheusFields().refine(({ url, server }) => url === undefined || server === undefined, {
    path: ['server'],
    message: 'expected `url` or `server`, not both',
  }),
});
function prometheusFields() {
  return z.strictObject({
    url: prometheusUrl.optional().meta({
      description: 'Address of the server, with the prefix of its API; for one that wants no credentials',
    }),
    server: name.optional().meta({
      description: 'A Prometheus server of the project, with its address and credentials',
    }),
    queries: named(z.string().min(1).max(8192)).meta({
      description: 'PromQL by the name of the metric that it becomes',
    }),
    step: interval('5s').default('5s'),
  });
}
const scrapeSource = z.strictObject({
  scrape: z.strictObject({
    name: identifier.default('target'),
    url: z
      .string()
      .min(1)
      .max(2048)
      .refine(
        (address) => !hasCredentials(address),
        'expected an address without user and password, which every reader of the definition would see',
      )
      .meta({ description: 'Address of the Prometheus text; `${factor}` is substituted' }),
    every: interval('1s').default('5s'),
    keep: z
      .array(z.string().min(1).max(256))
      .max(200)
      .default([])
      .meta({ description: 'Metric names to keep, `*` at the end as a wildcard; all when empty' }),
  }),
});

const window = z.union(
  [
    z.strictObject({
      phase: z
        .string()
        .min(1)
        .max(100)
        .default('load')
        .meta({ description: 'Phase that the window lies in' }),
      skipFirst: duration('10s')
        .optional()
        .meta({ description: 'Cut off at the start of the phase, for ramp-up' }),
      skipLast: duration('5s').optional().meta({ description: 'Cut off at the end of the phase' }),
    }),
    z.strictObject({
      start: z
        .string()
        .min(1)
        .max(4096)
        .meta({ description: 'Condition on stored series; the window starts when it first holds' }),
      end: z
        .string()
        .min(1)
        .max(4096)
        .meta({ description: 'Condition on stored series; the window ends when it next holds' }),
    }),
  ],
  'expected `phase` with `skipFirst`/`skipLast`, or `start` and `end` conditions',
);

/** How a metric can be aggregated. */
export const aggregatePattern =
  /^(count|sum|rate|avg|min|max|last|increase|share|p(100|\d{1,2}(\.\d{1,3})?))$/;
const aggregate = z
  .string()
  .regex(
    aggregatePattern,
    'expected count, sum, rate, avg, min, max, last, increase, share or a percentile such as p95 or p99.9',
  );

const better = z.enum(['higher', 'lower', 'none'], 'expected higher, lower or none');
const unit = z.string().min(1).max(40);
const minimumEffect = z
  .string()
  .max(20)
  .regex(
    /^(?:\d{1,2}(?:\.\d{1,6})?|\.\d{1,6})\s*%$/,
    'expected a share of the baseline from 0 % to below 100 %, such as `5%`',
  )
  .meta({ description: 'The least change that matters: a smaller one is no relevant difference' });
const measurement = z.union(
  [
    z.strictObject({
      metric: z.string().min(1).max(4096).meta({
        description: 'Metric name with an optional selector, such as `http_reqs{scenario="steady"}`',
      }),
      aggregate,
      over: identifier.optional().meta({ description: 'Window that counts; the whole run when absent' }),
      balance: identifier
        .optional()
        .meta({ description: 'Label of the entities: the value is the range (max - min) over them' }),
      unit: unit.optional(),
      better: better.default('none'),
      minimumEffect: minimumEffect.optional(),
    }),
    z.strictObject({
      duration: identifier.meta({ description: 'Window whose length is the value' }),
      unit: unit.default('s'),
      better: better.default('none'),
      minimumEffect: minimumEffect.optional(),
    }),
    z.strictObject({
      reported: z.literal(true).meta({
        description: 'The value is what was reported for the run; nothing is computed from samples',
      }),
      unit: unit.optional(),
      better: better.default('none'),
      minimumEffect: minimumEffect.optional(),
    }),
  ],
  'expected `metric` with `aggregate`, `duration` with the name of a window, or `reported: true`',
);

const slo = z.strictObject({
  name,
  measurement: identifier,
  objective: z
    .string()
    .max(100)
    .refine(
      (text) => parseObjective(text) !== null,
      'expected an operator and a quantity, such as `< 120ms`',
    ),
  step: interval('5s')
    .optional()
    .meta({ description: 'Length of one step when looking for intervals of breach' }),
  target: z
    .string()
    .max(20)
    .refine((text) => readShare(text) !== null, 'expected a share of the time below 100 %, such as `99.9%`')
    .optional()
    .meta({
      description: 'Share of the time in which it is to hold, such as `99.9%`; the rest is the error budget',
    }),
});

const goal = z.strictObject({
  measurement: identifier,
  target: z
    .string()
    .max(100)
    .refine((text) => parseTarget(text) !== null, 'expected a multiple of the baseline, such as `>= 4x`'),
});

const balance = z.strictObject({
  entity: identifier.meta({ description: 'What the load is spread over, such as `shard` or `node`' }),
  range: identifier.optional().meta({ description: 'Measurement that tells greatest minus least' }),
  greatest: identifier.optional().meta({ description: 'Measurement of the entity with the most' }),
  least: identifier.optional().meta({ description: 'Measurement of the entity with the least' }),
});

const breakdown = z.strictObject({
  measurement: identifier.meta({ description: 'Measurement whose values are parts' }),
  factor: identifier.meta({ description: 'Factor whose levels are the parts' }),
  total: level
    .optional()
    .meta({ description: 'Level of the factor at which the measurement is stated for all parts together' }),
});

/** An experiment as its author writes it, version 1. */
export const experimentSchemaV1 = z
  .strictObject({
    apiVersion: z.literal('proofload/v1'),
    kind: z.literal('Experiment'),
    metadata: z.strictObject({
      name,
      labels: z.record(z.string().min(1).max(128), z.string().max(1024)).default({}),
    }),
    spec: z.strictObject({
      objective: z
        .string()
        .min(1)
        .max(2000)
        .meta({ description: 'The question that the experiment answers, in a sentence' }),
      factors: z
        .array(
          z.union([pairedFactor, crossedFactor], 'expected `name: [levels]` or `pair: {a: [...], b: [...]}`'),
        )
        .max(10)
        .default([]),
      baseline: z
        .record(identifier, level)
        .optional()
        .meta({ description: 'The treatment that ratios are taken to' }),
      replicates: z.int().min(1).max(100).default(1),
      cluster: name.optional(),
      workload,
      sources: z
        .array(z.union([prometheusSource, scrapeSource], 'expected `prometheus` or `scrape`'))
        .max(50)
        .default([]),
      windows: named(window).default({}),
      measurements: named(measurement).default({}),
      slos: z.array(slo).max(100).default([]),
      goals: z.array(goal).max(100).default([]),
      limits: z.array(limitSchema).max(50).default([]).meta({
        description: 'What bounds the capacity, reckoned from measurements and shown beside what was seen',
      }),
      balances: named(balance)
        .optional()
        .meta({ description: 'Measurements that tell, reported, how evenly load was spread' }),
      breakdowns: named(breakdown)
        .optional()
        .meta({ description: 'Measurements that are, level by level of a factor, parts of a whole' }),
    }),
  })
  .meta({
    title: 'Proofload experiment',
    description: 'A load experiment with factors, replicates, measurements, objectives and goals',
  });

export type ExperimentDocumentV1 = z.infer<typeof experimentSchemaV1>;
