import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { k6Output } from '@proofload/testkit/k6-output';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadK6 } from './upload-process.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// A process that held what it reads would need a gigabyte for this, and die of its heap long before.
it('reads a quarter of a gigabyte with a heap of 96 MB', async () => {
  const upload = await uploadK6(database.connectionString, k6Output(1_000_000), ['--max-old-space-size=96']);
  expect(upload.samples).toBeGreaterThanOrEqual(1_000_000);
  expect(upload.peakRssMb, 'buffers are bounded too').toBeLessThan(500);
});
