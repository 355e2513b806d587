import { join } from 'node:path';
import { readStudies } from '../../studies/read-studies.ts';

interface Instance {
  root: string;
  /** Address of the API. */
  url: string;
  adminToken: string;
}

/** Loads the published studies that come with the product over the API. What is there already stays as it is. */
export async function loadStudies({ root, url, adminToken }: Instance): Promise<void> {
  for (const [name, study] of await readStudies(join(root, 'studies'))) {
    const response = await fetch(new URL(`/api/v1/studies/${name}`, url), {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify(study),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) throw new Error(`The study ${name} was refused: ${await response.text()}`);
  }
}
