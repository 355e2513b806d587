import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildPrograms } from './build-programs.ts';
import { findProgramFolder, findPrograms } from './find-programs.ts';

let dir: string;
let told: string[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proofload-build-'));
  told = [];
  for (const name of ['none', 'good', 'bad']) await mkdir(join(dir, name));
  // Stands for Go: writes what it was asked for, and down that it was.
  const good = `#!/bin/sh
echo "$1" >> ${dir}/calls
case $1 in
  build) while [ "$1" != -o ]; do shift; done; out=$2 ;;
  install) out=$GOBIN/kwok ;;
  *) exit 0 ;;
esac
echo '#!/bin/sh' > "$out"; chmod +x "$out"
`;
  const bad = `#!/bin/sh
[ "$1" = version ] || { echo 'go: downloading x' >&2; echo 'main.go:1: no such package' >&2; exit 1; }
`;
  await writeFile(join(dir, 'good/go'), good, { mode: 0o755 });
  await writeFile(join(dir, 'good/prometheus'), '', { mode: 0o755 });
  await writeFile(join(dir, 'bad/go'), bad, { mode: 0o755 });
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const envOf = (name: string): NodeJS.ProcessEnv => ({
  // Without the system's folders there is no Go; the scripts want only a shell.
  PATH: name === 'none' ? join(dir, name) : `${join(dir, name)}:/bin`,
  XDG_CACHE_HOME: join(dir, 'cache'),
});
const build = (name: string) => buildPrograms({ env: envOf(name), tell: (each) => told.push(each) });

it('builds what is missing, once', async () => {
  const env = envOf('good');
  await expect(findPrograms(env)).rejects.toThrow('run "npm run testbed -- --build"');
  const folder = await build('good');
  expect(folder).toBe(await findProgramFolder(env));
  expect((await readdir(folder)).sort()).toEqual(['kubebed', 'kwok']);
  expect(await findPrograms(env)).toEqual({
    kubebed: join(folder, 'kubebed'),
    kwok: join(folder, 'kwok'),
    prometheus: join(dir, 'good/prometheus'),
  });
  const calls = await readFile(join(dir, 'calls'), 'utf8');
  expect(calls).toBe('version\nbuild\nversion\ninstall\n');
  expect(told[0]).toMatch(/^Building Kubernetes v1\.\d+\.\d+ and etcd with Go/);
  await build('good');
  expect(await readFile(join(dir, 'calls'), 'utf8')).toBe(calls);
});

it('says what Go said, and leaves nothing half built', async () => {
  await expect(build('bad')).rejects.toThrow('go build ended with exit code 1:\nmain.go:1: no such package');
  expect(await readdir(await findProgramFolder(envOf('bad')))).toEqual([]);
});

it('removes what a killed build left a day ago, and not what one leaves now', async () => {
  const folder = await findProgramFolder(envOf('good'));
  for (const name of ['.build-old', '.build-new']) await mkdir(join(folder, name), { recursive: true });
  const long = new Date(Date.now() - 25 * 3600_000);
  await utimes(join(folder, '.build-old'), long, long);
  await build('good');
  expect((await readdir(folder)).sort()).toEqual(['.build-new', 'kubebed', 'kwok']);
});

it('names what is missing', async () => {
  await expect(build('none')).rejects.toThrow('install Go 1.26.0 or newer');
  await build('good');
  const env = { ...envOf('good'), PATH: join(dir, 'none') };
  await expect(findPrograms(env)).rejects.toThrow('apt-get install prometheus');
});
