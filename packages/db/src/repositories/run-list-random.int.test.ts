import { createRandom, type FilterNode, parseFilter } from '@proofload/domain';
import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunListRepository } from './run-list.ts';

/** Lists of random runs against a plain filter and sort in memory. */

interface Seed {
  id: string;
  name: string;
  params: Record<string, string | number | boolean>;
  labels: Record<string, string>;
  measurements: Record<string, { value: number | null }>;
  outcome: string;
  verdict: string | null;
  createdAtMs: number;
}

const random = createRandom(7);
const pick = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;
const long = 'x'.repeat(199);
const seeds: Seed[] = Array.from({ length: 2600 }, (_, index) => ({
  id: `run${String(index).padStart(6, '0')}`,
  // Longer than what stands in the index.
  name: `run${String(index).padStart(6, '0')}${index % 3 === 0 ? `${'y'.repeat(120)}${index % 2}` : ''}`,
  params: {
    ...(random() < 0.8 ? { qps: pick([50, 100, 150, 'auto']) } : {}),
    ...(random() < 0.3 ? { p95: pick([10, 'x']) } : {}),
    fast: random() < 0.5,
  },
  labels: { branch: pick(['main', 'dev', '100']), note: pick([`${long}ab`, `${long}ac`, long]) },
  measurements: {
    ...(random() < 0.9 ? { p95: { value: random() < 0.1 ? null : Math.floor(random() * 40) } } : {}),
    ...(random() < 0.02 ? { rare: { value: Math.floor(random() * 3) } } : {}),
    steady: { value: index % 2 === 0 ? 1 : -0.5 },
  },
  outcome: pick(['completed', 'failed']),
  verdict: pick(['pass', 'fail', null]),
  // Many at the same millisecond, and not in the order of their making.
  createdAtMs: Date.UTC(2026, 0, 1) + Math.floor(random() * 300),
}));

let database: TestDatabase;
let list: ReturnType<typeof createRunListRepository>;
/** The same, which takes the ways of much larger projects. */
let largeList: typeof list;

beforeAll(async () => {
  database = await createTestDatabase();
  list = createRunListRepository(database.prisma);
  largeList = createRunListRepository(database.prisma, { few: 60, tried: 700, leftOver: 200 });
  await database.prisma.project.createMany({
    data: [
      { id: 'project1', name: 'one' },
      { id: 'project2', name: 'two' },
    ],
  });
  const toRow = (seed: Seed, projectId: string, id: string) => ({
    ...{
      id,
      projectId,
      name: seed.name,
      executor: 'k6',
      treatment: 't',
      status: 'finished',
      outcome: seed.outcome,
      verdict: seed.verdict,
    },
    ...{ params: seed.params, labels: seed.labels, measurements: seed.measurements },
    createdAt: new Date(seed.createdAtMs),
  });
  await database.prisma.run.createMany({ data: seeds.map((seed) => toRow(seed, 'project1', seed.id)) });
  const others = seeds.slice(0, 500).map((seed) => toRow(seed, 'project2', `other${seed.id}`));
  await database.prisma.run.createMany({ data: others });
  await database.prisma.$executeRaw`ANALYZE "Run", "RunField", "RunValue"`;
});
afterAll(() => database.drop());

const measured = ({ measurements }: Seed, name: string): number | null => measurements[name]?.value ?? null;
const qps = ({ params }: Seed): number => (typeof params.qps === 'number' ? params.qps : Number.NaN);
const p95 = (seed: Seed): number =>
  'p95' in seed.params ? Number(seed.params.p95) : (measured(seed, 'p95') ?? Number.NaN);

const filters: [filter: string, passes: (seed: Seed) => boolean][] = [
  ['', () => true],
  ['qps>=100', (seed) => qps(seed) >= 100],
  ['qps=auto', ({ params }) => params.qps === 'auto'],
  ['qps="100"', (seed) => qps(seed) === 100],
  ['qps!=100', (seed) => qps(seed) !== 100],
  [
    'fast=true and label.branch=main',
    ({ params, labels }) => params.fast === true && labels.branch === 'main',
  ],
  ['label.branch=100', ({ labels }) => labels.branch === '100'],
  ['p95<20', (seed) => p95(seed) < 20],
  ['p95=10 and steady>0', (seed) => p95(seed) === 10 && (measured(seed, 'steady') ?? 0) > 0],
  ['not p95<20', (seed) => !(p95(seed) < 20)],
  ['measurement.p95<20', (seed) => (measured(seed, 'p95') ?? 99) < 20],
  ['param.p95=10', ({ params }) => params.p95 === 10],
  ['rare>=1 and qps>=100', (seed) => (measured(seed, 'rare') ?? 0) >= 1 && qps(seed) >= 100],
  ['rare=0 or label.branch=dev', (seed) => measured(seed, 'rare') === 0 || seed.labels.branch === 'dev'],
  [
    'not (rare=0 or label.branch=dev)',
    (seed) => !(measured(seed, 'rare') === 0 || seed.labels.branch === 'dev'),
  ],
  [`label.note="${long}ab"`, ({ labels }) => labels.note === `${long}ab`],
  [`label.note!="${long}"`, ({ labels }) => labels.note !== long],
  ['label.note ~ "XAB"', ({ labels }) => labels.note?.endsWith('ab') === true],
  [
    'outcome=failed and measurement.p95 in (1, 2, 3)',
    (seed) => seed.outcome === 'failed' && [1, 2, 3].includes(measured(seed, 'p95') ?? 0),
  ],
  [
    'createdAt<"2026-01-01T00:00:00.050Z" and label.branch!=main',
    (seed) => seed.createdAtMs < Date.UTC(2026, 0, 1) + 50 && seed.labels.branch !== 'main',
  ],
  [
    'qps>=50 and fast=true and steady>0 and label.branch!=dev and outcome=failed and p95<30 and name ~ "run"',
    (seed) =>
      qps(seed) >= 50 &&
      seed.params.fast === true &&
      (measured(seed, 'steady') ?? 0) > 0 &&
      seed.labels.branch !== 'dev' &&
      seed.outcome === 'failed' &&
      p95(seed) < 30,
  ],
  [
    '(qps=50 or qps=auto) and steady>0 and param.fast=false and label.branch in (main, dev) and (p95<30 or rare>=0) and label.note!=x and outcome=completed',
    (seed) =>
      (qps(seed) === 50 || seed.params.qps === 'auto') &&
      (measured(seed, 'steady') ?? 0) > 0 &&
      seed.params.fast === false &&
      seed.labels.branch !== '100' &&
      (p95(seed) < 30 || (measured(seed, 'rare') ?? -1) >= 0) &&
      seed.outcome === 'completed',
  ],
  ['p95>5 and p95<=7', (seed) => p95(seed) > 5 && p95(seed) <= 7],
  [
    'p95<3 or p95>37 or label.branch=100',
    (seed) => p95(seed) < 3 || p95(seed) > 37 || seed.labels.branch === '100',
  ],
  ['qps!=50 or rare=1', (seed) => qps(seed) !== 50 || measured(seed, 'rare') === 1],
  ['qps ~ "5"', ({ params }) => String(params.qps ?? '').includes('5')],
  ['fast ~ TRU and steady<0', (seed) => seed.params.fast === true && (measured(seed, 'steady') ?? 0) < 0],
  ['not label.note ~ "xac"', ({ labels }) => !labels.note?.endsWith('ac')],
  [
    'name ~ "N00012" or treatment=t and rare>0',
    (seed) => seed.id.includes('n00012') || (measured(seed, 'rare') ?? 0) > 0,
  ],
  ['treatment!=t or name=run000017', ({ id }) => id === 'run000017'],
  [
    'steady>-1 and param.fast in (true, false) and not label.branch=x and qps!=7 and outcome!=cancelled and label.note!=x and label.branch in (main, dev, 100)',
    () => true,
  ],
  ['name ~ "YY1"', ({ name }) => name.endsWith('yy1')],
  [`name="run000003${'y'.repeat(120)}1"`, ({ id }) => id === 'run000003'],
  [`name="run000003${'y'.repeat(91)}"`, () => false],
  ['label.branch=main and label.branch=dev', () => false],
  ['unknown>3', () => false],
  ['unknown!=3 and qps=50', (seed) => qps(seed) === 50],
];

const sorts: Record<string, (seed: Seed) => number | string | null> = {
  createdAt: ({ createdAtMs }) => createdAtMs,
  outcome: ({ outcome }) => outcome,
  name: ({ name }) => name,
  verdict: ({ verdict }) => verdict,
  finishedAt: () => null,
  p95: (seed) => measured(seed, 'p95'),
  rare: (seed) => measured(seed, 'rare'),
  qps: (seed) => (Number.isNaN(qps(seed)) ? null : qps(seed)),
  unknown: () => null,
};

/** Ids as a list shall give them: runs without a value last, ties in the order of their making. */
function expected(passes: (seed: Seed) => boolean, sort: string): string[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const readValue = sorts[sort.replace('-', '')] as (seed: Seed) => number | string | null;
  const compare = (a: Seed, b: Seed): number => {
    const [left, right] = [readValue(a), readValue(b)];
    if ((left === null) !== (right === null)) return left === null ? 1 : -1;
    if (left !== null && right !== null && left !== right) return left < right ? -sign : sign;
    return a.id < b.id ? -sign : sign;
  };
  return seeds
    .filter(passes)
    .sort(compare)
    .map(({ id }) => id);
}

async function turnAllPages(from: typeof list, filter: FilterNode | null, sort: string, limit: number) {
  const [ids, totals]: [string[], Set<number>] = [[], new Set()];
  for (let cursor: string | null = null; ; ) {
    const page = await from.list('project1', { filter, sort, limit, cursor });
    ids.push(...page.items.map(({ id }) => id));
    totals.add(page.total);
    cursor = page.nextCursor;
    if (cursor === null) return { ids, totals: [...totals] };
  }
}

describe('every run that passes, once and in order', () => {
  const orders = Object.keys(sorts).flatMap((sort) => [sort, `-${sort}`]);
  it.each(orders)('sorted by %s', async (sort) => {
    // Every third, so that each filter meets orders of every kind without taking minutes.
    const turn = orders.indexOf(sort) % 3;
    for (const [filter, passes] of filters.filter((_, index) => index % 3 === turn)) {
      const wanted = expected(passes, sort);
      const limit = pick([399, 500]);
      const from = filters.findIndex(([other]) => other === filter) % 2 === 0 ? largeList : list;
      const { ids, totals } = await turnAllPages(from, parseFilter(filter), sort, limit);
      expect(ids, `${filter}, ${limit} at a time`).toEqual(wanted);
      expect(totals, filter).toEqual([wanted.length]);
    }
  });
});

describe('what lists are searched by', () => {
  it('follows a change of a run, and goes with it', async () => {
    const where = { id: seeds[0]?.id ?? '' };
    const ask = async (filter: string) => {
      const { items } = await list.list('project1', {
        filter: parseFilter(filter),
        ...{ sort: 'createdAt', limit: 10, cursor: null },
      });
      return items.map(({ id }) => id);
    };
    await database.prisma.run.update({
      where,
      data: { labels: { branch: 'new' }, measurements: { p95: { value: 1e6 } } },
    });
    expect(await ask('label.branch=new and measurement.p95>=1000000')).toEqual([where.id]);
    const { key } = await database.prisma.run.delete({ where });
    expect(await ask('label.branch=new')).toEqual([]);
    expect(await database.prisma.runValue.count({ where: { run: key } })).toBe(0);
  });

  it('counts up to a bound', async () => {
    await database.prisma.$executeRaw`
      INSERT INTO "Run" ("id", "projectId", "name", "executor", "params", "labels", "treatment", "status")
      SELECT 'many' || i, 'project2', 'many ' || i, 'k6', jsonb_build_object('big', i), '{}', 't', 'queued'
      FROM generate_series(1, 10000) i`;
    const ask = (filter: string) =>
      list.list('project2', { filter: parseFilter(filter), sort: '-createdAt', limit: 5, cursor: null });
    expect(await ask('')).toMatchObject({ total: 10_000, isTotalExact: false });
    expect(await ask('param.big>=0')).toMatchObject({ total: 10_000, isTotalExact: true });
  });
});
