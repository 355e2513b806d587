import {
  expectRefusal,
  expectStorable,
  fuzz,
  fuzzTimeoutMs,
  mutateText,
  pick,
} from '@proofload/testkit/fuzz';
import { expect, it } from 'vitest';
import { parseCondition } from '../experiment/condition.ts';
import { parseMatchers, parseSelector, printSelector } from '../experiment/selector.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import { parseFilter } from '../filter/parse-filter.ts';
import { parseDurationMs } from '../units/duration.ts';
import { convertUnit, parseObjective, parseQuantity, parseTarget } from '../units/quantity.ts';
import { amountSchema } from '../value/amount-schema.ts';
import { parseAmount } from '../value/parse-amount.ts';

/** What a parser made of a text, or null when it refused it as it should. */
function parse<T>(parser: (text: string) => T, text: string): T | null {
  try {
    return parser(text);
  } catch (error) {
    expectRefusal(error);
    return null;
  }
}

const filters = [
  'qps>=100 and not (p95<300 or label.branch="main") and status in (queued, running)',
  'createdAt>=\'2026-01-31T12:00:00Z\' and name~"a\\"b" or replicate=2',
  'param.mode=true and measurement.p95<1.5e3 and verdict not in (pass, fail)',
  'not not ((a=1) or (b!=-2.5))',
];

it('refuses or reads damaged filters', { timeout: fuzzTimeoutMs }, async () => {
  let read = 0;
  await fuzz({ seed: 51, rounds: 6000 }, (random) => {
    const text = mutateText(random, pick(random, filters), filters);
    const node = parse(parseFilter, text);
    if (node === null) return;
    read += 1;
    expectStorable(node);
  });
  expect(read).toBeGreaterThan(0);
});

const expressions = [
  'ratio(sync_duration{experiment="argocd-qps-burst", qps=50}, mean(sync_duration{qps>=1.5e2,})) * 2 %',
  'knee(throughput{mode=~"a|[b-d]+", env.nodes="2"}, "my factor") + -(3 in s) / 120 MB/s',
  "count(runs{outcome!~'stal.*', label.x='it\\'s'}) − \"error-rate\"{param.y=true}",
];

it('refuses or reads damaged expressions', { timeout: fuzzTimeoutMs }, async () => {
  let read = 0;
  await fuzz({ seed: 57, rounds: 6000 }, (random) => {
    const text = mutateText(random, pick(random, expressions), expressions);
    const node = parse(parseExpression, text);
    if (node === null) return;
    read += 1;
    expectStorable(node);
  });
  expect(read).toBeGreaterThan(0);
});

const selectors = [
  'http_reqs{scenario="steady",code=~"2..",path!~\'/a|/b\',name!="x\\"y\\n"}',
  'workqueue_depth{name="app_operation_processing_queue"}',
  'a:b.c-d { x = "1" , }',
  'up',
];

it('refuses or reads damaged selectors, and prints them so that they are read back', {
  timeout: fuzzTimeoutMs,
}, async () => {
  let read = 0;
  await fuzz({ seed: 52, rounds: 6000 }, (random) => {
    const text = mutateText(random, pick(random, selectors), selectors);
    parse(parseMatchers, text);
    const selector = parse(parseSelector, text);
    if (selector === null) return;
    read += 1;
    const printed = printSelector(selector.metric, selector.matchers);
    if (printed.length <= 4096) expect(parseSelector(printed)).toEqual(selector);
  });
  expect(read).toBeGreaterThan(0);
});

const conditions = [
  'workqueue_depth{name="x"} > 0',
  'sum(argocd_app_info{sync_status!="Synced"}) == 0',
  'avg ( up ) <= -1.5e3',
];

it('refuses or reads damaged conditions', { timeout: fuzzTimeoutMs }, async () => {
  await fuzz({ seed: 53, rounds: 4000 }, (random) => {
    const text = mutateText(random, pick(random, conditions), conditions);
    const condition = parse((source) => parseCondition(source, 'start'), text);
    if (condition !== null) expect(condition.limit).toSatisfy(Number.isFinite);
  });
});

const quantities = [
  '120ms',
  '0.25%',
  '1.5 GiB',
  '100 requests/s',
  '-3e2 kB/s',
  '>= 4x',
  '< 120 ms',
  '1h30m',
  '2.5m',
];
const units = ['s', 'ms', 'B/s', 'kB/s', '%', 'constructor', 'toString/s', ''];

it('refuses or reads damaged quantities, durations and units', { timeout: fuzzTimeoutMs }, async () => {
  await fuzz({ seed: 54, rounds: 6000 }, (random) => {
    const text = mutateText(random, pick(random, quantities), quantities);
    const durationMs = parseDurationMs(text);
    if (durationMs !== null) expect(durationMs).toBeGreaterThanOrEqual(0);
    const found = [parseQuantity(text), parseObjective(text)].filter((quantity) => quantity !== null);
    const numbers = found.map(({ value }) => value);
    const target = parseTarget(text);
    if (target !== null) numbers.push(target.ratio);
    if (durationMs !== null) numbers.push(durationMs);
    for (const { unit } of found) {
      const factor = convertUnit(1, unit, pick(random, units));
      if (factor !== null) numbers.push(factor);
    }
    expect(numbers.every(Number.isFinite)).toBe(true);
  });
});

const amounts = [
  '10-20 s',
  '500 ms to 2 s',
  '>= 150 s',
  'over 75',
  'at most 5 %',
  '150 s or more',
  '75+ moves',
];

it('refuses or reads damaged ranges and bounds', { timeout: fuzzTimeoutMs }, async () => {
  let read = 0;
  await fuzz({ seed: 55, rounds: 6000 }, (random) => {
    const found = parseAmount(mutateText(random, pick(random, amounts), amounts));
    if (found === null) return;
    read += 1;
    expect(amountSchema.safeParse(found.amount).success).toBe(true);
  });
  expect(read).toBeGreaterThan(0);
});
