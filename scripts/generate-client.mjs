// Generates the Prisma client when the schema has changed since the last time. Needs no network: the client is made
// without Prisma's native schema engine, so any program that exists will do in its place.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const generated = join(root, 'packages/db/src/generated');
const stampFile = join(generated, '.stamp');

const stamp = createHash('sha256')
  .update(readFileSync(join(root, 'prisma/schema.prisma')))
  .update(readFileSync(join(root, 'node_modules/prisma/package.json')))
  .digest('hex');

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  const cli = join(root, 'node_modules/prisma/build/index.js');
  const { status } = spawnSync(process.execPath, [cli, 'generate'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stampFile, stamp);
}
