// `npm run testbed`: installs the dependencies when they are missing and hands over to the testbed under Node 24.
// Runs on Node 18 or newer, before anything is installed.
import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, findNode24, SetUpError } from './ensure-installed.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  await ensureInstalled(root);
  const args = [resolve(root, 'testbed/main.ts'), ...process.argv.slice(2)];
  const { status, error } = spawnSync(findNode24(root), args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof SetUpError ? error.message : error);
  process.exitCode = 1;
}
