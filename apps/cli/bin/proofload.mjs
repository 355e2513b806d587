#!/usr/bin/env node
// The command itself is TypeScript, which Node 24 runs as it is; an older Node hands over to the one npm installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../src/main.ts', import.meta.url);
const node24 = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));

if (Number.parseInt(process.versions.node, 10) >= 24) {
  await import(main.href);
} else if (existsSync(node24)) {
  const child = spawn(node24, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both; only the command decides what it means.
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (signal === 'SIGTERM') child.kill(signal);
    });
  }
  child.on('exit', (code) => process.exit(code ?? 1));
} else {
  console.error(`proofload needs Node.js 24 or newer, this is ${process.version}`);
  process.exit(1);
}
