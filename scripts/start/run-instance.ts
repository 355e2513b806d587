import { once } from 'node:events';
import { join } from 'node:path';
import { ensureSecretKey } from '@proofload/services';
import { ensureWebBuild, nextCommand } from './build-web.ts';
import { ensureAccess } from './ensure-access.ts';
import { findK6 } from './find-k6.ts';
import { heapOptions } from './heap-options.ts';
import { loadStudies } from './load-studies.ts';
import { keepPort } from './ports.ts';
import { registerQuickStart } from './register-quick-start.ts';
import type { Settings } from './settings.ts';
import { startDatabase } from './start-database.ts';
import type { StopSignals } from './stop-signals.ts';
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts';
import { waitUntilReady } from './wait-until-ready.ts';

const readyWithinMs = 90_000;
const preferredTargetPort = 8085;
/** What an ended run needs to write its last data, and what is left of the ten seconds for the rest. */
const graceMs = { worker: 6000, target: 2000, 'web server': 3000 };
type ProcessName = keyof typeof graceMs;

const tell = (sentence: string): void => console.log(sentence);

/** Starts every part, says that Proofload is ready, waits for the wish to stop, and stops every part. */
export async function runInstance(settings: Settings, stop: StopSignals): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    const { signal } = stop;
    const [k6] = await Promise.all([
      settings.localK6
        ? findK6({ dataDir: settings.dataDir, named: settings.k6Path, env: process.env, signal, tell })
        : null,
      ensureWebBuild({
        root: settings.root,
        logPath: join(settings.dataDir, 'logs/build.log'),
        env: process.env,
        signal,
        onBuild: () => tell('Building the pages, which takes a minute when they have changed'),
      }),
    ]);
    const database = await startDatabase(settings, tell);
    undo.push(() => database.stop());
    const access = await ensureAccess(database.connectionString, settings);
    await ensureSecretKey({ variable: settings.secretKey, path: join(settings.dataDir, 'secret-key') });
    signal.throwIfAborted();
    const targetUrl = await startProcesses(
      settings,
      { connectionString: database.connectionString, k6, hurry: stop.hurry },
      undo,
    );
    await waitUntilReady(settings.localUrl, readyWithinMs, signal);
    await registerQuickStart({
      ...settings,
      url: settings.localUrl,
      adminToken: access.adminToken,
      targetUrl,
    });
    await loadStudies({ ...settings, url: settings.localUrl, adminToken: access.adminToken });
    tell(`Proofload is ready at ${settings.localUrl}`);
    tell(`Sign in, once within a day, with ${access.signInUrl}`);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    if (stop.signal.aborted) tell('Stopping; the data stays');
    await undoAll(undo);
  }
}

/** Undoes the newest first. A step that fails does not keep the others from being taken. */
async function undoAll(undo: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of [...undo].reverse()) {
    await step().catch((error: Error) => tell(`Not everything was stopped in order: ${error.message}`));
  }
}

/** Starts target, web server and worker; `undo` gets one step that stops all three. */
async function startProcesses(
  settings: Settings,
  found: { connectionString: string; k6: string | null; hurry: AbortSignal },
  undo: (() => Promise<void>)[],
): Promise<string> {
  const { root, dataDir, host, port } = settings;
  const targetPort = await keepPort(join(dataDir, 'target-port'), preferredTargetPort);
  const targetUrl = `http://127.0.0.1:${targetPort}`;
  const env: NodeJS.ProcessEnv = {
    // A variable that is empty counts as not set, as it does in a shell's `${NAME:-default}`.
    ...Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')),
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: found.connectionString,
    PROOFLOAD_DATA: dataDir,
    PROOFLOAD_BASE_URL: settings.baseUrl,
    PROOFLOAD_TARGET_URL: targetUrl,
    PROOFLOAD_LOCAL_K6: found.k6 ? 'on' : 'off',
    // Of two that say the same, the last counts: that of whoever starts this.
    NODE_OPTIONS: [...heapOptions, process.env.NODE_OPTIONS].filter(Boolean).join(' '),
    ...(found.k6 ? { PROOFLOAD_K6: found.k6 } : {}),
  };
  const supervise = (name: ProcessName, cwd: string, args: string[]): SupervisedProcess =>
    superviseProcess({
      hurry: found.hurry,
      name,
      args,
      cwd,
      env,
      logPath: join(dataDir, 'logs', `${name.split(' ')[0]}.log`),
      tell,
    });
  const web = join(root, 'apps/web');
  const processes: [ProcessName, SupervisedProcess][] = [
    [
      'target',
      supervise('target', root, [
        join(root, 'packages/testkit/src/target-main.ts'),
        '--port',
        `${targetPort}`,
      ]),
    ],
    ['web server', supervise('web server', web, [nextCommand(root), 'start', '-H', host, '-p', `${port}`])],
    ['worker', supervise('worker', root, [join(root, 'apps/worker/src/main.ts')])],
  ];
  undo.push(async () => {
    await Promise.all(processes.map(([name, { stop }]) => stop(graceMs[name])));
  });
  return targetUrl;
}
