import { formatNumber } from '@proofload/domain';

/** An x axis of time: in which unit, how it is titled and how a point on it is said. */
export interface TimeScale {
  msPerUnit: number;
  title: string;
  /** Said in tooltips. @param value in units of the axis */
  say(value: number): string;
}

const units = [
  { limitMs: 2 * 60_000, msPerUnit: 1000, name: 's' },
  { limitMs: 2 * 3_600_000, msPerUnit: 60_000, name: 'min' },
  { limitMs: Number.POSITIVE_INFINITY, msPerUnit: 3_600_000, name: 'h' },
];

/** What the time of a figure is counted from, unless it is told otherwise. */
export const theStart = 'the start';

/** Time since the start, in the unit that suits the longest run: seconds to two minutes, minutes to two hours. @param zero what it is counted from */
export function elapsedScale(longestMs: number, zero = theStart): TimeScale {
  const { msPerUnit, name } = units.find(({ limitMs }) => longestMs <= limitMs) ?? {
    msPerUnit: 1000,
    name: 's',
  };
  return {
    msPerUnit,
    title: `Time since ${zero} (${name})`,
    say: (value) =>
      `${formatNumber(Math.abs(value), 4)}\u00a0${name} ${value < 0 ? 'before' : 'after'} ${zero}`,
  };
}

/** Time of day. ECharts' own time axis counts in milliseconds. */
export const clockScale: TimeScale = {
  msPerUnit: 1,
  title: 'Time (UTC)',
  say: (value) => `${new Date(value).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
};
