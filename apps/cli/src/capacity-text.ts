import type { RunSteps } from '@proofload/contracts';
import {
  formatDurationMs,
  formatInterval,
  formatNumber,
  formatQuantity,
  sayStepFailure,
  sayUnits,
} from '@proofload/domain';
import { alignColumns } from './result-table.ts';

type Step = RunSteps['steps'][number];
type Resource = RunSteps['resources'][number];

/** A capacity search: its answer, a row for each step in the order in which they were tried, and what resources allow. */
export function renderCapacity({ answer, steps, resources }: RunSteps): string[] {
  const [first] = steps;
  if (first === undefined || answer === null) return ['No step was tried yet'];
  const header = ['step', 'units', 'result', 'began after', 'converged after'];
  const rows = steps.map((step) => [
    ...[String(step.step), formatUnits(step.units), sayResult(step)],
    formatDurationMs(Date.parse(step.startedAt) - Date.parse(first.startedAt)),
    sayConvergence(step),
    ...resources.map(({ name, unit }) => sayValue(step.values[name], unit)),
    step.reason ?? '',
  ]);
  return [
    answer,
    '',
    ...alignColumns([[...header, ...resources.map(({ name }) => name), 'reason'], ...rows]),
    ...resources.flatMap(sayTrend),
  ];
}

/** A step that has ended, in a line: `4 units hold, converged after 1.2 s`. */
export function sayStep({ units, state, failure, reason, durationMs }: Step): string {
  const many = sayUnits(units);
  if (state === 'running') return `${many}: under way`;
  if (failure !== null) return `${many}: ${sayStepFailure(failure)}${reason ? ` (${reason})` : ''}`;
  return `${many}: held${durationMs === null ? '' : `, converged after ${formatDurationMs(durationMs)}`}`;
}

function sayResult({ state, failure }: Step): string {
  if (state === 'running') return 'under way';
  return failure === null ? 'held' : sayStepFailure(failure);
}

function sayConvergence({ state, durationMs }: Step): string {
  if (durationMs !== null) return formatDurationMs(durationMs);
  return state === 'running' ? 'not yet' : 'not';
}

const sayValue = (value: number | undefined, unit: string): string =>
  value === undefined ? 'not read' : formatQuantity(value, unit);

const formatUnits = (units: number): string => formatNumber(units, 12);

/** How a resource grows, and where it would reach its limit; nothing when too few steps tell it. */
function sayTrend({ name, unit, limit, n, line, projected }: Resource): string[] {
  if (line === null) return [];
  const per = `${name}: ${formatQuantity(line.slope, unit)} per unit, from ${n} steps`;
  if (limit === null) return [per];
  const bound = formatQuantity(limit, unit);
  if (projected === null) return [`${per}; it does not reach ${bound}`];
  const { value, interval } = projected;
  const around = interval ? ` ${formatInterval(interval.low, interval.high)}` : '';
  return [`${per}; ${bound} is reached at ${formatNumber(value)}${around} units`];
}
