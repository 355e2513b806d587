import { formatQuantity } from '@proofload/domain';
import { type CapLane, capLanesOption, knownCaps } from './cap-lanes-option.ts';
import type { ChartModel } from './chart-model.ts';

/** What providers promise, as reference lines in one unit: which is reached first, and what was reached. */
export function buildCapLanes(name: string, unit: string, all: readonly CapLane[]): ChartModel {
  const lanes = all.filter(({ caps }) => knownCaps(caps).length > 0 || (caps.reached?.value ?? 0) > 0);
  const title = `${name}: what binds first`;
  return {
    title,
    description: `${title}: ${lanes.map(({ label, caps }) => `${label}: ${caps.sentence}`).join(' ')}`,
    table: {
      columns: [
        { name: 'Run', unit: null },
        { name: 'Limit', unit: null },
        { name: 'Promised', unit: null },
        { name: 'Allows', unit },
        { name: 'Binds first', unit: null },
      ],
      rows: all.flatMap(({ label, caps }) =>
        caps.caps.map(({ name: cap, said, allows, unknown }) => [
          label,
          cap,
          unknown === null ? said : `${said}: ${unknown}`,
          allows,
          caps.binding === cap ? 'yes' : 'no',
        ]),
      ),
    },
    legend: [],
    notes: ['The axis is logarithmic. The strong line of each lane is the limit that binds first.'],
    isEmpty: lanes.length === 0,
    height: lanes.length * 52 + 80,
    time: null,
    buildOption: (look) => capLanesOption(look, { lanes, unit, say: (value) => formatQuantity(value, unit) }),
  };
}
