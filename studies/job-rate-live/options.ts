import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface StudyOptions {
  /** Pods of the Job; null leaves what the definition says. */
  pods: number | null;
  replicates: number | null;
  /** Levels of the factor `qps` to run; all of them when empty. */
  qps: readonly string[];
  /** Folder of a testbed that runs already; null starts one. */
  testbed: string | null;
  /** A Proofload that runs already; null starts one. */
  server: { url: string; token: string } | null;
  /** Data folder of the Proofload that is started. */
  dataDir: string;
  port: number | null;
  /** Leaves everything at work after the results, until Ctrl-C. */
  stays: boolean;
}

export const usage = `npm run study:job-rate-live -- [options]

  starts a testbed and a Proofload, runs the study job-rate-live, prints what came out, and ends both

  --pods N          pods of the Job (1000)
  --replicates N    runs of each treatment (2)
  --qps A,B         only these rates (20,50,150,300)
  --stay            leaves both at work after the results, to look at the pages, until Ctrl-C
  --data DIR        data folder of the Proofload (.proofload/studies)
  --port P          its port (a free one)
  --testbed DIR     uses a testbed that runs there
  --url U --token T uses a Proofload that runs there; its worker must allow restart-controller-manager`;

/** What the command line asks for; null when it asks how. Throws a sentence about what is wrong. */
export function readOptions(args: readonly string[], root: string): StudyOptions | null {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      pods: text,
      replicates: text,
      qps: text,
      testbed: text,
      url: text,
      token: text,
      data: { type: 'string', default: '.proofload/studies' },
      port: text,
      stay: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return null;
  const { url, token } = values;
  if ((url === undefined) !== (token === undefined)) throw new Error('--url and --token go together');
  return {
    pods: readCount('pods', values.pods, 5000),
    replicates: readCount('replicates', values.replicates, 100),
    qps: values.qps?.split(',').map((level) => level.trim()) ?? [],
    testbed: values.testbed === undefined ? null : resolve(root, values.testbed),
    server: url === undefined || token === undefined ? null : { url, token },
    dataDir: resolve(root, values.data),
    port: readCount('port', values.port, 65_535),
    stays: values.stay,
  };
}

function readCount(name: string, text: string | undefined, most: number): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Error(`--${name}: expected a whole number from 1 to ${most}, got "${text}"`);
}
