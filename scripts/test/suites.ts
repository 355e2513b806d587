import { join } from 'node:path';
import { readPlaywrightCounts, readVitestCounts, type SuiteCounts } from './report-counts.ts';

/** A part of the whole test, run as a process of its own. */
export interface Suite {
  name: string;
  /** Program and arguments; the program is a command of node_modules/.bin or `node`. */
  command: [string, ...string[]];
  env?: Record<string, string>;
  /** Reads what the process reported; a suite without it counts as one test, passed when it exits with 0. */
  report?: { path: string; read: (text: string) => SuiteCounts };
  timeLimitMs: number;
}

const minute = 60_000;

/**
 * Every suite, the cheap and telling ones first.
 * @param reports folder for what the suites report
 * @param isCi in CI, where machines are shared, a test of real processes that fails is repeated once, and named
 */
export function listSuites(reports: string, isCi: boolean): Suite[] {
  const check = (name: string, ...command: [string, ...string[]]): Suite => ({
    name,
    command,
    timeLimitMs: 5 * minute,
  });
  const vitest = (project: string, timeLimitMs: number, ...more: string[]): Suite => {
    const path = join(reports, `${project}.json`);
    return {
      name: project,
      command: [
        'vitest',
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${path}`,
        ...more,
      ],
      report: { path, read: readVitestCounts },
      timeLimitMs,
    };
  };
  const e2eReport = join(reports, 'e2e.json');
  return [
    check('database client', 'node', 'scripts/generate-client.mjs'),
    check('lint and format', 'biome', 'check', '--error-on-warnings', '.'),
    check(
      'dependency arrows',
      'depcruise',
      '--config',
      '.dependency-cruiser.mjs',
      'apps',
      'packages',
      'e2e',
      'bench',
      'scripts',
      'studies',
      'testbed',
    ),
    check('unused code', 'knip'),
    check('types', 'turbo', 'run', 'typecheck', '--continue', '--output-logs=errors-only'),
    check('types of tests and scripts', 'tsc', '--noEmit', '-p', 'tsconfig.tests.json'),
    vitest('unit', 8 * minute),
    // Kubernetes from its sources: minutes on two cores the first time, nothing when the user's cache has it.
    {
      name: 'testbed programs',
      command: ['node', 'testbed/main.ts', '--build'],
      timeLimitMs: 25 * minute,
    },
    vitest('integration', 35 * minute, ...(isCi ? ['--retry=1'] : [])),
    check('web build', 'node', 'scripts/test/build-web.ts'),
    {
      name: 'e2e',
      command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--project', 'flows'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport },
      report: { path: e2eReport, read: readPlaywrightCounts },
      timeLimitMs: 40 * minute,
    },
  ];
}
