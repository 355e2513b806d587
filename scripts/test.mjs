// `npm test`: installs the dependencies when they are missing and hands over to the test runner under Node 24.
// Runs on Node 18 or newer, before anything is installed.
import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, findNode24, SetUpError } from './ensure-installed.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  await ensureInstalled(root);
  const child = spawn(findNode24(root), [resolve(root, 'scripts/test/main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  // A Ctrl-C reaches the child from the terminal as well; it decides when all is stopped.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT') child.kill(signal);
    });
  }
  process.exitCode = await new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => settle(code ?? 1));
  });
} catch (error) {
  console.error(error instanceof SetUpError ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
