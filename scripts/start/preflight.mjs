// What can be found wrong before anything is installed or started: Node 18 or newer, no dependencies.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { SetUpError } from '../ensure-installed.mjs';

const lockFileName = 'proofload.lock';

/**
 * Reads `PORT`, within what a port can be.
 * @param {string | undefined} text
 */
export function parsePort(text) {
  if (text === undefined || text === '') return 3000;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
  throw new SetUpError(`PORT: expected a whole number from 1 to 65535, got "${text}"`);
}

/**
 * Makes the data folder and proves that it can be written.
 * @param {string} dir
 */
export function ensureWritable(dir) {
  const probe = join(dir, `.probe-${process.pid}`);
  try {
    makeFolder(dir);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new SetUpError(
      `The data folder ${dir} cannot be written (${error.code ?? error.message}): set PROOFLOAD_DATA to a folder that can be`,
    );
  }
}

/**
 * One folder after the other: Node's own recursion never ends where the system will not make any, such as in /proc.
 * @param {string} dir
 */
function makeFolder(dir) {
  if (existsSync(dir)) return;
  makeFolder(dirname(dir));
  mkdirSync(dir);
}

/**
 * Refuses to start where another program listens.
 * @param {number} port
 * @param {string} host
 */
export async function ensurePortFree(port, host) {
  const probe = createServer();
  const error = await new Promise((settle) => {
    probe.once('error', settle);
    probe.listen(port, host, () => probe.close(() => settle(null)));
  });
  if (!error) return;
  if (error.code === 'EADDRINUSE') {
    throw new SetUpError(
      `Port ${port} is in use by another program: choose a free one, such as PORT=${port + 1} npm start`,
    );
  }
  throw new SetUpError(
    `Nothing can listen on ${host}:${port} (${error.code}): set HOST and PORT to an address of this machine`,
  );
}

/**
 * Takes the data folder for this process, until it ends. The lock names a loopback port that answers with a secret, so
 * a lock left behind by a crash is known as such even when its process id is in use again.
 * @param {string} dir
 * @param {string} url where this instance will be found, for whoever tries to start a second one
 * @returns {Promise<() => void>} gives the folder back
 */
export async function lockDataFolder(dir, url) {
  const path = join(dir, lockFileName);
  const secret = randomBytes(16).toString('hex');
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(secret);
  });
  await new Promise((settle, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', settle);
  });
  server.unref();
  const lock = JSON.stringify({ pid: process.pid, port: server.address().port, secret, url });
  for (let attempt = 0; !tryWrite(path, lock); attempt += 1) {
    const holder = readLock(path);
    if (holder && (attempt > 0 || (await isAlive(holder)))) {
      server.close();
      const where = holder.url ? ` at ${holder.url}` : '';
      throw new SetUpError(
        `Proofload is already running on ${dir}${where}: stop it first, or set PROOFLOAD_DATA to another folder`,
      );
    }
    rmSync(path, { force: true });
  }
  return () => {
    server.close();
    if (readLock(path)?.secret === secret) rmSync(path, { force: true });
  };
}

function tryWrite(path, text) {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readLock(path) {
  try {
    const lock = JSON.parse(readFileSync(path, 'utf8'));
    return Number.isInteger(lock.port) ? lock : null;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A holder that accepts but says nothing in time is taken as alive: it is stopped in a debugger, or busy. */
function isAlive({ port, secret }) {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(2000, () => {
      socket.destroy();
      settle(true);
    });
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.once('error', () => settle(false));
    socket.once('end', () => settle(answer === secret));
  });
}
