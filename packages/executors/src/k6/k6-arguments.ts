import { type Params, parseDurationMs } from '@proofload/domain';
import type { K6Settings } from './k6-settings.ts';

export interface K6Paths {
  script: string;
  samples: string;
  summary: string;
}

/** Arguments of `k6`, without the program itself. */
export function k6Arguments({ vus, duration, iterations, args }: K6Settings, paths: K6Paths): string[] {
  return [
    'run',
    // Two k6 on one machine would fight over the port of its REST API, which nobody here asks.
    ...['--address', ''],
    ...['--no-usage-report', '--no-color', '--quiet'],
    ...['--log-format', 'json'],
    ...['--out', `json=${paths.samples}`],
    ...['--summary-export', paths.summary],
    ...['--summary-trend-stats', 'avg,min,med,max,p(90),p(95),p(99),count'],
    ...(vus === undefined ? [] : ['--vus', String(vus)]),
    ...(duration === undefined ? [] : ['--duration', `${Math.round(parseDurationMs(duration) ?? 0)}ms`]),
    ...(iterations === undefined ? [] : ['--iterations', String(iterations)]),
    ...args,
    paths.script,
  ];
}

/** Name of the environment variable that a factor reaches the script with: `pool-size` is `__ENV.pool_size`. */
export const variableOfFactor = (factor: string): string => factor.replaceAll('-', '_');

/** The whole environment of k6: nothing of the worker's own gets there. Settings win over factors of the same name. */
export function k6Environment(settings: K6Settings, params: Params, home: string): Record<string, string> {
  const factors = Object.entries(params).map(([name, level]) => [variableOfFactor(name), String(level)]);
  const variables = Object.entries(settings.env).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries([
    ...factors,
    ...variables,
    ['PATH', '/usr/local/bin:/usr/bin:/bin'],
    ['HOME', home],
  ]);
}
