import type { ScalingCurve } from '@proofload/contracts';
import { formatNumber, formatRatio } from '@proofload/domain';
import { mean } from '@proofload/stats';
import type { CurveLevel } from './curve-level.ts';
import { fitScaling, type ScalingLaws } from './scaling.ts';

type Law = ScalingCurve['laws'][number];
type Parameter = Law['parameters'][number];

const lineSteps = 32;
/** A level mean that is further from a law than this share is not described by it. */
const mostOff = 0.15;

/** The laws of scaling on a curve, with where they hold and why not. */
export function describeLaws(levels: readonly CurveLevel[], better: 'lower' | 'higher'): Law[] {
  const measured = levels.filter(({ values, amount }) => values.length > 0 && amount !== null && amount > 0);
  if (measured.length < 3) return [];
  const laws = fitScaling(measured, better);
  return [describeAmdahl(laws, measured), describeUniversal(laws, measured)].flatMap((law) => law ?? []);
}

function describeAmdahl({ amdahl, n }: ScalingLaws, levels: readonly CurveLevel[]): Law | null {
  if (amdahl === null) return null;
  const { serialShare, mostSpeedUp, at } = amdahl;
  const parameters = [{ name: 'serial share', ...serialShare }];
  const misfit =
    serialShare.value < 0
      ? 'throughput grows faster than the amount, which no law of scaling describes: something else changed, or the first level was held back'
      : sayFarthest(levels, at);
  const most = mostSpeedUp === null ? '' : `, which ends the speed-up at ${formatRatio(mostSpeedUp)} of one`;
  return {
    law: 'amdahl',
    parameters,
    said: `Amdahl's law: ${sayParameter(parameters[0])}${most}; fitted to ${sayRuns(n)}`,
    misfit,
    line: misfit === null ? drawLine(levels, at) : [],
  };
}

function describeUniversal({ universal, n }: ScalingLaws, levels: readonly CurveLevel[]): Law | null {
  if (universal === null) return null;
  const { contention, coherency, peakAt, at } = universal;
  const parameters = [
    { name: 'contention', ...contention },
    { name: 'coherency', ...coherency },
  ];
  const misfit =
    contention.value < 0 || coherency.value < 0
      ? 'throughput bends upwards or grows faster than the amount, which the universal law does not describe'
      : sayFarthest(levels, at);
  const peak = peakAt === null ? '' : `, with its peak at ${formatNumber(peakAt)}`;
  return {
    law: 'universal',
    parameters,
    said: `Universal scalability law: ${parameters.map(sayParameter).join(', ')}${peak}; fitted to ${sayRuns(n)}`,
    misfit,
    line: misfit === null ? drawLine(levels, at) : [],
  };
}

const sayRuns = (n: number): string => (n === 1 ? 'one run' : `${n} runs`);

function sayParameter(parameter: Parameter | undefined): string {
  if (!parameter) return '';
  const { name, value, low, high } = parameter;
  const bounds =
    low === null || high === null
      ? 'interval not assessable'
      : `95 % interval ${formatNumber(low, 2)} to ${formatNumber(high, 2)}`;
  return `${name} ${formatNumber(value, 2)} (${bounds})`;
}

function sayFarthest(levels: readonly CurveLevel[], at: (amount: number) => number): string | null {
  const offs = levels.map(({ name, amount, values }) => {
    const [found, expected] = [mean(values) ?? 0, at(amount ?? 0)];
    return { name, off: Number.isFinite(expected) && expected > 0 ? found / expected - 1 : Infinity };
  });
  const farthest = offs.reduce((a, b) => (Math.abs(b.off) > Math.abs(a.off) ? b : a));
  if (Math.abs(farthest.off) <= mostOff) return null;
  const share = formatNumber(Math.abs(farthest.off) * 100, 2);
  return `it does not describe these levels: ${farthest.name} is ${share} % off`;
}

function drawLine(levels: readonly CurveLevel[], at: (amount: number) => number): Law['line'] {
  const amounts = levels.map(({ amount }) => amount ?? 0);
  const [from, to] = [Math.min(...amounts), Math.max(...amounts)];
  return Array.from({ length: lineSteps + 1 }, (_, index) => {
    const amount = from + ((to - from) * index) / lineSteps;
    return { amount, value: at(amount) };
  }).filter(({ value }) => Number.isFinite(value) && value > 0);
}
