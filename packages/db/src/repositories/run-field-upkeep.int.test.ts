import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRunFieldRepository } from './run-field-upkeep.ts';

let database: TestDatabase;
let upkeep: ReturnType<typeof createRunFieldRepository>;

beforeAll(async () => {
  database = await createTestDatabase();
  upkeep = createRunFieldRepository(database.prisma);
  await database.prisma.project.create({ data: { id: 'project1', name: 'one' } });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.prisma.run.deleteMany({});
  await database.prisma.runField.deleteMany({});
});

const add = (id: string, labels: Record<string, string>) =>
  database.prisma.run.create({
    data: {
      ...{ id, projectId: 'project1', name: id, executor: 'k6', treatment: 't', status: 'queued' },
      ...{ params: {}, labels },
    },
  });
const texts = async (): Promise<string[]> =>
  (await database.prisma.runField.findMany({ orderBy: { id: 'asc' } })).map(({ text }) => text);

describe('fields that no run has', () => {
  it('are forgotten, and those of other runs are not', async () => {
    await add('run00001', { branch: 'main', commit: 'a' });
    await add('run00002', { branch: 'main', commit: 'b' });
    await database.prisma.run.delete({ where: { id: 'run00001' } });
    await database.prisma.run.update({
      where: { id: 'run00002' },
      data: { labels: { branch: 'main', commit: 'c' } },
    });
    expect(await texts()).toEqual(['main', 'a', 'b', 'c']);
    expect(await upkeep.forgetUnused(0, 100)).toBe(0);
    expect(await texts()).toEqual(['main', 'c']);
  });

  it('are looked for some at a time', async () => {
    for (const commit of ['a', 'b', 'c', 'd', 'e']) await add(`run-${commit}`, { commit });
    await database.prisma.run.deleteMany({ where: { id: { in: ['run-b', 'run-e'] } } });
    const ids: number[] = [];
    let afterId = 0;
    do {
      afterId = await upkeep.forgetUnused(afterId, 2);
      ids.push(afterId);
    } while (afterId > 0);
    expect(ids).toHaveLength(3);
    expect(await texts()).toEqual(['a', 'c', 'd']);
  });

  it('stay while somebody gives a run fields', async () => {
    await add('run00001', { commit: 'a' });
    await database.prisma.run.delete({ where: { id: 'run00001' } });
    await database.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`
        INSERT INTO "Run" ("id", "projectId", "name", "executor", "params", "labels", "treatment", "status")
        VALUES ('run00002', 'project1', 'n', 'k6', '{}', '{"commit": "a"}', 't', 'queued')`;
      expect(await upkeep.forgetUnused(0, 100)).toBe(0);
    });
    expect(await upkeep.forgetUnused(0, 100)).toBe(0);
    expect(await texts()).toEqual(['a']);
    expect(await database.prisma.runValue.count()).toBe(1);
  });
});
