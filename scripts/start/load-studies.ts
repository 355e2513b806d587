import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Instance {
  root: string;
  /** Address of the API. */
  url: string;
  adminToken: string;
}

/** Loads the published studies that come with the product over the API. What is there already stays as it is. */
export async function loadStudies({ root, url, adminToken }: Instance): Promise<void> {
  const folder = join(root, 'studies');
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const files = entry.isDirectory() ? await readdir(join(folder, entry.name)) : [];
    if (!files.includes('study.yaml')) continue;
    const response = await fetch(new URL(`/api/v1/studies/${entry.name}`, url), {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify(await readStudy(join(folder, entry.name))),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`The study ${entry.name} was refused: ${await response.text()}`);
  }
}

async function readStudy(folder: string): Promise<{ study: string; experiments: string[]; report: string }> {
  const experiments = (await readdir(join(folder, 'experiments'))).sort();
  return {
    study: await readFile(join(folder, 'study.yaml'), 'utf8'),
    report: await readFile(join(folder, 'report.md'), 'utf8'),
    experiments: await Promise.all(
      experiments.map((file) => readFile(join(folder, 'experiments', file), 'utf8')),
    ),
  };
}
