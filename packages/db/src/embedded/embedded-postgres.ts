import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type PostgresBinaries, preparePostgresBinaries } from './binaries.ts';
import { findServiceUser, isReachableByOthers, type ServiceUser } from './service-user.ts';

const run = promisify(execFile);
const database = 'proofload';
/** For root, whose own folders PostgreSQL's user may not be able to reach. */
const reachableRoot = '/var/lib/proofload';

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster; made when missing. */
  dir: string;
  /** Extra server settings, as `name=value`. */
  settings?: readonly string[];
}

export interface EmbeddedPostgres {
  connectionString: string;
  port: number;
  /** Where the cluster really is: elsewhere than asked when root's folder cannot be reached by the server's user. */
  dir: string;
  /** Whether somebody else had started it, who is to stop it then. */
  wasRunning: boolean;
  isRunning(): Promise<boolean>;
  /** Starts the server again after it died or was stopped. */
  start(): Promise<void>;
  /** `fast` ends sessions and stops cleanly; `immediate` is a crash, recovered at the next start. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

interface Cluster {
  dir: string;
  user: ServiceUser | null;
  binaries: PostgresBinaries;
}

/**
 * A PostgreSQL of our own on loopback, initialised at first use and started. The port and the password are kept beside
 * the data, so a second start gives the same address. `pg_ctl` puts the server into a session of its own: a Ctrl-C in
 * the terminal does not stop it before its clients.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await locateCluster(resolve(options.dir));
  const password = await ensureInitialised(cluster);
  const port = await choosePort(cluster);
  const connectionString = `postgresql://proofload:${password}@127.0.0.1:${port}/${database}`;
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'jit=off',
    'shared_buffers=256MB',
    'max_connections=100',
    'max_wal_size=2GB',
    ...(options.settings ?? []),
  ];
  const wasRunning = await isRunning(cluster);
  const instance: EmbeddedPostgres = {
    connectionString,
    port,
    dir: cluster.dir,
    wasRunning,
    isRunning: () => isRunning(cluster),
    start: async () => {
      if (await isRunning(cluster)) return;
      const flags = settings.map((setting) => `-c ${setting}`).join(' ');
      await runProgram(cluster, cluster.binaries.pgCtl, [
        ...['start', '-w', '-t', '60', '-s', '-D', dataDir(cluster)],
        ...['-l', join(cluster.dir, 'postgres.log'), '-o', flags],
      ]);
    },
    stop: (mode = 'fast') => stopServer(cluster, mode),
  };
  await instance.start();
  await ensureDatabase(connectionString);
  return instance;
}

/** Stops the server that runs on a folder, whoever started it, and deletes its data. */
export async function removeEmbeddedPostgres(dir: string): Promise<void> {
  const cluster = await locateCluster(resolve(dir));
  if (await isInitialised(cluster)) await stopServer(cluster, 'immediate');
  await rm(cluster.dir, { recursive: true, force: true });
}

async function stopServer(cluster: Cluster, mode: 'fast' | 'immediate'): Promise<void> {
  if (!(await isRunning(cluster))) return;
  try {
    await runProgram(cluster, cluster.binaries.pgCtl, [
      ...['stop', '-w', '-s', '-m', mode, '-D', dataDir(cluster)],
    ]);
  } catch (error) {
    // One that crashed a moment ago cannot take the order, and is as stopped as it was told to be.
    if (await isRunning(cluster)) throw error;
  }
}

const dataDir = (cluster: Cluster): string => join(cluster.dir, 'data');

async function locateCluster(dir: string): Promise<Cluster> {
  const user = await findServiceUser();
  if (!user) return { dir, user, binaries: await preparePostgresBinaries(null) };
  const isReachable = await isReachableByOthers(join(dir, 'data'));
  const areProgramsReachable = await isReachableByOthers(createRequire(import.meta.url).resolve('pg'));
  return {
    dir: isReachable ? dir : await findReachableDir(dir),
    user,
    binaries: await preparePostgresBinaries(areProgramsReachable ? null : reachableRoot),
  };
}

/** Where the cluster is instead, as noted in the folder asked for: deleting that folder starts anew. */
async function findReachableDir(dir: string): Promise<string> {
  const note = join(dir, 'moved-to');
  const noted = (await readFile(note, 'utf8').catch(nothingThere)).trim();
  if (noted !== '') return noted;
  await mkdir(dir, { recursive: true });
  const elsewhere = join(reachableRoot, randomBytes(8).toString('hex'));
  await writeFile(note, `${elsewhere}\n`);
  return elsewhere;
}

function nothingThere(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

async function ensureInitialised(cluster: Cluster): Promise<string> {
  const passwordFile = join(cluster.dir, 'password');
  await mkdir(cluster.dir, { recursive: true });
  if (cluster.user) await chown(cluster.dir, cluster.user.uid, cluster.user.gid);
  if (await isInitialised(cluster)) return (await readFile(passwordFile, 'utf8')).trim();
  await rm(dataDir(cluster), { recursive: true, force: true }); // an initdb that was interrupted
  const password = randomBytes(24).toString('hex');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (cluster.user) await chown(passwordFile, cluster.user.uid, cluster.user.gid);
  await runProgram(cluster, cluster.binaries.initdb, [
    ...['-D', dataDir(cluster), '-U', 'proofload', '--pwfile', passwordFile],
    ...['-A', 'scram-sha-256', '-E', 'UTF8', '--locale', 'C', '--no-instructions'],
  ]);
  return password;
}

function isInitialised(cluster: Cluster): Promise<boolean> {
  return access(join(dataDir(cluster), 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

async function choosePort(cluster: Cluster): Promise<number> {
  const file = join(cluster.dir, 'port');
  const kept = Number(await readFile(file, 'utf8').catch(nothingThere));
  if (kept > 0 && ((await isRunning(cluster)) || (await isFree(kept)))) return kept;
  const port = await freePort();
  await writeFile(file, `${port}\n`);
  return port;
}

async function isRunning(cluster: Cluster): Promise<boolean> {
  try {
    await runProgram(cluster, cluster.binaries.pgCtl, ['status', '-D', dataDir(cluster)]);
    return true;
  } catch (error) {
    const { code } = error as { code?: number | string };
    if (code === 3 || code === 4) return false; // 3: not running, 4: no data directory
    throw error;
  }
}

async function runProgram(cluster: Cluster, program: string, args: readonly string[]): Promise<void> {
  const env: Record<string, string> = {
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    LD_LIBRARY_PATH: join(dirname(program), '..', 'lib'),
  };
  // Next's types ask for a NODE_ENV in every environment.
  await run(program, args, { ...(cluster.user ?? {}), cwd: cluster.dir, env: env as NodeJS.ProcessEnv });
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const url = new URL(connectionString);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', () => settle(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => settle(true)));
  });
}

function freePort(): Promise<number> {
  return new Promise((settle, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => settle(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
