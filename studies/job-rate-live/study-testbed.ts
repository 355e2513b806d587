import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectTestbed, readTestbedFacts, startTestbed, type Testbed } from '@proofload/testbed';
import { stringify } from 'yaml';

/** Room for the Job, on as many nodes as the testbed has by default. */
const nodes = 3;
const podsPerNode = 400;
/** Twice as often as by default would be, for Jobs of half a minute. */
const scrapeSeconds = 2;

/** A testbed for the study: the one in a folder, or a new one that ends with this process. */
export async function openStudyTestbed(
  root: string,
  dataDir: string | null,
  pods: number,
): Promise<{ testbed: Testbed; end: () => Promise<void> }> {
  if (dataDir !== null) {
    const facts = await readTestbedFacts(dataDir);
    if (facts === null) throw new Error(`--testbed: no testbed runs in ${dataDir}`);
    return { testbed: connectTestbed(facts), end: () => Promise.resolve() };
  }
  const build = spawn(process.execPath, [join(root, 'testbed/main.ts'), '--build'], { stdio: 'inherit' });
  const [code] = (await once(build, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The programs of the testbed could not be built');
  const room = Math.max(podsPerNode, Math.ceil((pods * 1.2) / nodes));
  const testbed = await startTestbed({
    nodes: Array.from({ length: nodes }, () => ({ pods: room })),
    scrapeSeconds,
  });
  return { testbed, end: () => testbed.remove() };
}

/**
 * Writes the list of programs that lets a worker restart the controller manager of a testbed, and nothing else of it.
 * @returns its path, for PROOFLOAD_COMMANDS
 */
export async function writeCommandList(root: string, testbed: Testbed, directory: string): Promise<string> {
  const restart = {
    program: process.execPath,
    args: [join(root, 'testbed/main.ts'), '--data', testbed.dataDir, '--restart', 'controller-manager'],
  };
  const path = join(directory, 'commands.yaml');
  await writeFile(path, stringify({ commands: { 'restart-controller-manager': restart } }));
  return path;
}
