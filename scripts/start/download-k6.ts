import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const answerWithinMs = 8000;
const wholeWithinMs = 300_000;
const maxBytes = 200 * 1024 * 1024;

/** What is asked of a way to get k6. */
export interface K6Fetch {
  version: string;
  binDir: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** Downloads a release of k6 for this platform, checked against the checksums that are published with it. */
export async function downloadK6({ version, binDir, signal }: K6Fetch): Promise<void> {
  const base = `https://github.com/grafana/k6/releases/download/${version}`;
  const { folder, archive } = nameRelease(version);
  const checksums = new TextDecoder().decode(await download(`${base}/k6-${version}-checksums.txt`, signal));
  const expected = checksums
    .split('\n')
    .find((line) => line.trim().endsWith(` ${archive}`))
    ?.split(' ')[0];
  if (!expected) throw new Error(`the release of k6 has no ${archive}`);
  const bytes = await download(`${base}/${archive}`, signal);
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== expected) throw new Error(`${archive} does not match its checksum`);
  await mkdir(binDir, { recursive: true });
  const unpacked = await mkdtemp(join(binDir, '.k6-'));
  try {
    await writeFile(join(unpacked, archive), bytes);
    await run('tar', ['-xf', archive], { cwd: unpacked, signal }); // tar of macOS and Windows reads zip too
    const program = process.platform === 'win32' ? 'k6.exe' : 'k6';
    await chmod(join(unpacked, folder, program), 0o755);
    await rename(join(unpacked, folder, program), join(binDir, program));
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

function nameRelease(version: string): { folder: string; archive: string } {
  const systems: Partial<Record<NodeJS.Platform, string>> = {
    darwin: 'macos',
    linux: 'linux',
    win32: 'windows',
  };
  const processors: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
  const system = systems[process.platform];
  const processor = processors[process.arch];
  if (!system || !processor) throw new Error(`k6 has no release for ${process.platform} ${process.arch}`);
  const folder = `k6-${version}-${system}-${processor}`;
  return { folder, archive: `${folder}.${system === 'linux' ? 'tar.gz' : 'zip'}` };
}

async function download(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const host = new URL(url).host;
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), answerWithinMs);
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, slow.signal, AbortSignal.timeout(wholeWithinMs)]),
    });
    clearTimeout(timer);
    if (!response.ok || !response.body) throw new Error(`${host} answered ${response.status}`);
    return await readBounded(response.body, url);
  } catch (cause) {
    if (cause instanceof TypeError || slow.signal.aborted)
      throw new Error(`${host} is not reached`, { cause });
    throw cause;
  } finally {
    clearTimeout(timer);
  }
}

async function readBounded(body: ReadableStream<Uint8Array>, url: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) throw new Error(`${url} is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
