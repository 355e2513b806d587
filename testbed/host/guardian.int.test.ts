import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { isAlive } from '../is-alive.ts';

const guardian = fileURLToPath(new URL('./guardian.ts', import.meta.url));

/** Starts a guardian and three processes in groups of their own: one that it drops, one that ignores SIGTERM. */
const script = `
  import { spawn } from 'node:child_process';
  import { startGuardian } from ${JSON.stringify(guardian)};
  const guardian = startGuardian(process.argv[1], 1);
  const start = (text) => spawn('sh', ['-c', text], { detached: true, stdio: 'ignore' }).pid;
  const pids = { plain: start('sleep 60 & sleep 60'), deaf: start('trap "" TERM; while :; do sleep 1; done'), dropped: start('sleep 60') };
  for (const pid of Object.values(pids)) guardian.add(pid);
  guardian.drop(pids.dropped);
  console.log(JSON.stringify(pids));
  setInterval(() => {}, 1000);
`;

it('ends process groups and removes the folder when the process that it guards is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'proofload-guard-'));
  await writeFile(join(folder, 'file'), '');
  const host = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
  const pids = JSON.parse(line) as { plain: number; deaf: number; dropped: number };
  try {
    expect(Object.values(pids).map(isAlive)).toEqual([true, true, true]);
    host.kill('SIGKILL');
    await vi.waitFor(() => expect([isAlive(pids.plain), isAlive(pids.deaf)]).toEqual([false, false]), 10_000);
    await vi.waitFor(() => expect(stat(folder)).rejects.toThrow('ENOENT'), 5000);
    expect(isAlive(pids.dropped)).toBe(true);
  } finally {
    process.kill(-pids.dropped, 'SIGKILL');
  }
});
