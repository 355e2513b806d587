/** Runs every benchmark with its defaults, one after the other: `npm run bench`. Each prints one JSON line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

for (const name of ['ingest', 'remote-write', 'read-series', 'compare-series', 'large-run', 'list-runs']) {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with exit code ${code}`);
}
