import { parseFilter } from '@proofload/domain';
import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunListRepository } from './run-list.ts';

let database: TestDatabase;
let list: ReturnType<typeof createRunListRepository>;

const runs = [
  { id: 'run00001', params: { qps: 50, mode: 'legacy' }, labels: { branch: 'main' }, p95: 100 },
  { id: 'run00002', params: { qps: 100, mode: 'legacy' }, labels: { branch: 'main' }, p95: 250 },
  { id: 'run00003', params: { qps: 150, mode: 'Round-Robin' }, labels: { branch: 'dev' }, p95: 400 },
  { id: 'run00004', params: { qps: 'auto', fast: true }, labels: {}, p95: null },
];

beforeAll(async () => {
  database = await createTestDatabase();
  const { prisma } = database;
  list = createRunListRepository(prisma);
  for (const id of ['project1', 'project2']) await prisma.project.create({ data: { id, name: id } });
  for (const [index, { id, params, labels, p95 }] of runs.entries()) {
    const status = id === 'run00004' ? 'queued' : 'finished';
    await prisma.run.create({
      data: {
        ...{
          id,
          projectId: 'project1',
          name: `run ${id}`,
          executor: 'k6',
          treatment: 't',
          params,
          labels,
          status,
        },
        ...(status === 'finished'
          ? { outcome: 'completed', verdict: p95 !== null && p95 < 300 ? 'pass' : 'fail' }
          : {}),
        createdAt: new Date(Date.UTC(2026, 0, index + 1)),
        measurements: { p95: { value: p95 } },
      },
    });
  }
  await prisma.run.create({
    data: {
      id: 'run00009',
      projectId: 'project2',
      name: 'other',
      executor: 'k6',
      treatment: 't',
      params: { qps: 50 },
      labels: {},
      status: 'queued',
    },
  });
});
afterAll(() => database.drop());

const ask = (filter: string, sort = 'createdAt', limit = 50, cursor: string | null = null) =>
  list.list('project1', { filter: filter === '' ? null : parseFilter(filter), sort, limit, cursor });
const numbers = (items: readonly { id: string }[]): string => items.map(({ id }) => id.slice(-1)).join('');

describe('filter', () => {
  it.each([
    ['', '1234'],
    ['qps>=100 and p95<300', '2'],
    ['qps>=100 and p95<300 and label.branch="main"', '2'],
    ['label.branch=main', '12'],
    ['label.branch!=main', '34'],
    ['not label.branch=main', '34'],
    ['mode ~ "robin"', '3'],
    ['qps = auto', '4'],
    ['qps < 1000', '123'],
    ['fast = true', '4'],
    ['verdict = pass or p95 > 300', '123'],
    ['verdict != pass', '34'],
    ['status in (queued, running)', '4'],
    ['measurement.p95 <= 250', '12'],
    ['createdAt >= "2026-01-03"', '34'],
    ['(qps=50 or qps=150) and not branch=main', '13'],
    ['name ~ "RUN00002"', '2'],
    [`name = "x'; DROP TABLE \\"Run\\"; --"`, ''],
  ])('%s', async (filter, expected) => {
    const { items, total } = await ask(filter);
    expect(numbers(items)).toBe(expected);
    expect(total).toBe(expected.length);
  });
});

describe('sort', () => {
  it.each([
    ['-createdAt', '4321'],
    ['p95', '1234'],
    ['-p95', '3214'],
    ['name', '1234'],
    ['-verdict', '2134'],
  ])('%s, page by page', async (sort, expected) => {
    expect(numbers((await ask('', sort)).items)).toBe(expected);
    let [seen, cursor]: [string, string | null] = ['', null];
    do {
      const page = await ask('', sort, 1, cursor);
      seen += numbers(page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toBe(expected);
  });

  it.each([
    'nonsense',
    Buffer.from('{}').toString('base64url'),
    Buffer.from('[{},"x"]').toString('base64url'),
  ])('refuses the cursor %s', async (cursor) => {
    await expect(ask('', 'createdAt', 10, cursor)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'cursor' }],
    });
  });
});
