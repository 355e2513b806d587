import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const targetInDefinition = 'http://127.0.0.1:8085';
const experimentName = 'quick-start';

export interface QuickStart {
  root: string;
  dataDir: string;
  /** Address of the API. */
  url: string;
  adminToken: string;
  /** Where the target server of the quick start listens. */
  targetUrl: string;
}

/**
 * Saves the quick-start experiment over the API. A definition that was changed by a user is left alone; one that is as
 * an earlier start saved it gets a new version when the shipped text or the target's address has changed.
 */
export async function registerQuickStart(options: QuickStart): Promise<void> {
  const shipped = await readFile(join(options.root, 'studies/quick-start/experiment.yaml'), 'utf8');
  const source = shipped.replaceAll(targetInDefinition, options.targetUrl);
  const savedPath = join(options.dataDir, 'quick-start.yaml');
  const current = await readCurrentSource(options);
  if (current === source) return;
  if (current !== null && current !== (await readSaved(savedPath))) return;
  const response = await call(options, '/api/v1/experiments', {
    method: 'POST',
    headers: { 'content-type': 'application/yaml' },
    body: source,
  });
  if (!response.ok) throw new Error(`The quick start was refused: ${await response.text()}`);
  await writeFile(savedPath, source);
}

async function readCurrentSource(options: QuickStart): Promise<string | null> {
  const response = await call(options, `/api/v1/experiments/${experimentName}`, {});
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`Reading the quick start failed with ${response.status}`);
  const { source } = (await response.json()) as { source: string };
  return source;
}

function call(options: QuickStart, path: string, init: RequestInit): Promise<Response> {
  return fetch(new URL(path, options.url), {
    ...init,
    headers: { ...init.headers, accept: 'application/json', authorization: `Bearer ${options.adminToken}` },
    signal: AbortSignal.timeout(20_000),
  });
}

async function readSaved(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
