import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { k6Output } from '@proofload/testkit/k6-output';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadK6 } from './upload-process.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('needs no more memory for a stream four times as long', async () => {
  const short = await uploadK6(database.connectionString, k6Output(250_000));
  const long = await uploadK6(database.connectionString, k6Output(1_000_000));
  expect(short.samples).toBeGreaterThanOrEqual(250_000);
  expect(long.samples).toBeGreaterThanOrEqual(1_000_000);
  // A quarter of a gigabyte more goes through; what is left of it in memory is the collector's slack.
  expect(long.peakRssMb - short.peakRssMb).toBeLessThan(100);
  expect(long.peakRssMb).toBeLessThan(500);
});
