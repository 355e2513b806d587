// `npm start`: checks what it needs, installs the dependencies when they are missing, and hands over to the launcher
// under Node 24. Runs on Node 18 or newer, before anything is installed.
import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, findNode24, SetUpError } from './ensure-installed.mjs';
import { ensurePortFree, ensureWritable, lockDataFolder, parsePort } from './start/preflight.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
let child = null;
let isStopping = false;
let release = () => undefined;

// A Ctrl-C reaches the child from the terminal as well; it counts both as one. A second one is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!child) process.exit(130);
    isStopping = true;
    if (child.connected) child.send({ stop: signal });
    else child.kill(signal);
  });
}

async function start() {
  const dataDir = resolve(process.env.PROOFLOAD_DATA || resolve(root, '.proofload'));
  const host = process.env.HOST || '127.0.0.1';
  const port = parsePort(process.env.PORT);
  ensureWritable(dataDir);
  release = await lockDataFolder(dataDir, `http://127.0.0.1:${port}`);
  await ensurePortFree(port, host);
  await ensureInstalled(root, (npm) => {
    child = npm;
  });
  if (isStopping) return 130;
  child = spawn(findNode24(root), [resolve(root, 'scripts/start/main.ts')], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PROOFLOAD_DATA: dataDir, HOST: host, PORT: String(port) },
  });
  return new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => settle(code ?? 1));
  });
}

try {
  process.exitCode = await start();
} catch (error) {
  if (isStopping) process.exitCode = 130;
  else {
    console.error(error instanceof SetUpError ? error.message : error);
    process.exitCode = 1;
  }
} finally {
  release();
}
