// Builds the web application unless its sources are as they were; the end-to-end suite starts from this build.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureWebBuild } from '../start/build-web.ts';
import { StartError } from '../start/start-error.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

try {
  await ensureWebBuild({
    root,
    logPath: join(root, 'test-results/build.log'),
    env: process.env,
    signal: new AbortController().signal,
    onBuild: () => console.log('Building the pages'),
  });
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
