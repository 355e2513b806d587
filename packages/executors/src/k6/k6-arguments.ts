import { type Params, parseDurationMs } from '@proofload/domain';
import type { K6Settings } from './k6-settings.ts';

export interface K6Paths {
  script: string;
  samples: string;
  summary: string;
}

/** Arguments of `k6`, without the program itself. */
export function k6Arguments(settings: K6Settings, paths: K6Paths): string[] {
  return [
    'run',
    // Two k6 on one machine would fight over the port of its REST API, which nobody here asks.
    ...['--address', ''],
    ...['--no-usage-report', '--no-color', '--quiet'],
    ...['--log-format', 'json'],
    ...['--out', `json=${paths.samples}`],
    ...['--summary-export', paths.summary],
    ...['--summary-trend-stats', summaryTrendStats],
    ...loadArguments(settings),
    paths.script,
  ];
}

/** Figures of a trend in a summary. */
export const summaryTrendStats = 'avg,min,med,max,p(90),p(95),p(99),count';

type LoadSettings = Pick<K6Settings, 'vus' | 'duration' | 'iterations' | 'args'>;

/** Arguments that shape the load, as the definition has them. */
export function loadArguments({ vus, duration, iterations, args }: LoadSettings): string[] {
  return [
    ...(vus === undefined ? [] : ['--vus', String(vus)]),
    ...(duration === undefined ? [] : ['--duration', `${Math.round(parseDurationMs(duration) ?? 0)}ms`]),
    ...(iterations === undefined ? [] : ['--iterations', String(iterations)]),
    ...args,
  ];
}

/** Name of the environment variable that a factor reaches the script with: `pool-size` is `__ENV.pool_size`. */
export const variableOfFactor = (factor: string): string => factor.replaceAll('-', '_');

/** What the script sees of factors and settings. Settings win over factors of the same name. */
export function scriptEnvironment({ env }: Pick<K6Settings, 'env'>, params: Params): Record<string, string> {
  const factors = Object.entries(params).map(([name, level]) => [variableOfFactor(name), String(level)]);
  const variables = Object.entries(env).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries([...factors, ...variables]);
}

/** The whole environment of k6: nothing of the worker's own gets there. */
export function k6Environment(settings: K6Settings, params: Params, home: string): Record<string, string> {
  return Object.fromEntries([
    ...Object.entries(scriptEnvironment(settings, params)),
    ['PATH', '/usr/local/bin:/usr/bin:/bin'],
    ['HOME', home],
  ]);
}
