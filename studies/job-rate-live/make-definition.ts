import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';

const job = ['spec', 'workload', 'with', 'objects', 0, 'spec'];

/** The definition of the study as it stands beside this file, or with another number of pods. */
export async function makeDefinition({ pods }: { pods: number | null }): Promise<string> {
  const text = await readFile(new URL('experiment.yaml', import.meta.url), 'utf8');
  if (pods === null) return text;
  const document = parseDocument(text);
  for (const field of ['completions', 'parallelism']) document.setIn([...job, field], pods);
  return document.toString({ lineWidth: 0 });
}
