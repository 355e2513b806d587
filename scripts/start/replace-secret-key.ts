import { setTimeout as sleep } from 'node:timers/promises';
import { createPrisma, createRepositories } from '@proofload/db';
import {
  addSecretKey,
  createSealer,
  dropOldSecretKeys,
  readSecretKeys,
  rotateSecrets,
  type SecretKeyPlace,
} from '@proofload/services';

/** A secret that was sealed with the key before is in the database by then. */
const settleMs = 5_000;

/**
 * Seals every stored secret with a new key. A key file gets one and loses those before; of keys in the environment the
 * first is the new one, and the others may be taken away afterwards. Running processes need no restart for a file.
 * @returns a sentence on what was done
 */
export async function replaceSecretKey(
  connectionString: string,
  place: SecretKeyPlace,
  waitMs = settleMs,
): Promise<string> {
  const prisma = createPrisma({ connectionString, poolSize: 2 });
  const { prometheusServers, clusters } = createRepositories(prisma);
  const tables = { PrometheusServer: prometheusServers, Cluster: clusters };
  const sealer = createSealer(() => readSecretKeys(place));
  try {
    if (place.variable !== null) {
      const { secrets } = await rotateSecrets(sealer, tables);
      return `All ${secrets} stored secrets are sealed with the first key of PROOFLOAD_SECRET_KEY; the others can be taken away`;
    }
    await addSecretKey(place.path);
    await rotateSecrets(sealer, tables);
    await sleep(waitMs);
    const { secrets } = await rotateSecrets(sealer, tables);
    await dropOldSecretKeys(place.path);
    return `All ${secrets} stored secrets are sealed with a new key, and the old one is gone from ${place.path}`;
  } finally {
    await prisma.$disconnect();
  }
}
