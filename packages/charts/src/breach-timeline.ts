import { formatDurationMs, formatQuantity } from '@proofload/domain';
import { type BreachLane, breachTimelineOption } from './breach-timeline-option.ts';
import type { ChartModel } from './chart-model.ts';
import { elapsedScale } from './time-scale.ts';

/** Lanes that are drawn; the table has them all. */
const maxLanes = 60;

/** When each objective did not hold: a lane for each run and objective, all from the start of their run on. */
export function buildBreachTimeline(all: readonly BreachLane[]): ChartModel {
  const lanes = all.slice(0, maxLanes);
  const scale = elapsedScale(Math.max(0, ...lanes.map(({ lengthMs }) => lengthMs)));
  const title = 'Breaches over time';
  return {
    title,
    description: `${title}: ${lanes.slice(0, 8).map(sayLane).join('; ')}${all.length > 8 ? `, and ${all.length - 8} more` : ''}.`,
    table: {
      columns: [
        { name: 'Run', unit: null },
        { name: 'Objective', unit: null },
        { name: 'From', unit: 's' },
        { name: 'To', unit: 's' },
        { name: 'Worst value', unit: null },
        { name: 'Phases', unit: null },
      ],
      rows: all.flatMap(({ run, objective, breaches, phases, unit }) =>
        breaches.map(({ fromMs, toMs, worst }) => [
          run,
          objective,
          fromMs / 1000,
          toMs / 1000,
          formatQuantity(worst, unit),
          phases
            .filter((phase) => phase.fromMs < toMs && fromMs < phase.toMs)
            .map(({ name }) => name)
            .join(', '),
        ]),
      ),
    },
    legend: [],
    notes: all.length > lanes.length ? [`${all.length - lanes.length} lanes are left out of the figure`] : [],
    isEmpty: lanes.length === 0,
    height: lanes.length * 30 + 76,
    time: null,
    buildOption: (look) => breachTimelineOption(look, { lanes, scale }),
  };
}

function sayLane({ run, objective, breaches }: BreachLane): string {
  if (breaches.length === 0) return `${run}, ${objective}: no breach`;
  const totalMs = breaches.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const [first] = breaches;
  const times = breaches.length === 1 ? 'once' : `${breaches.length} times`;
  return `${run}, ${objective}: breached ${times}, ${formatDurationMs(totalMs)} in all, first ${formatDurationMs(first?.fromMs ?? 0)} after the start`;
}
