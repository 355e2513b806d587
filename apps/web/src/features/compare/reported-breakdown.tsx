'use client';

import { buildRankedBars, styleAt } from '@proofload/charts';
import type { Breakdown } from '@proofload/contracts';
import { type Amount, formatAmount, formatNumber } from '@proofload/domain';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { Panel, PanelBody } from '@/components/ui/panel';
import { SumNote } from './sum-note';

type Reported = Breakdown['reported'][number];
type Whole = Reported['groups'][number];

/** Parts of a whole as they were reported, and whether they add up to what was stated for all of them. */
export function ReportedBreakdown({ reported }: { reported: Reported }) {
  const { name, measurement, factor, groups } = reported;
  return (
    <Panel
      id={`breakdown-of-${name}`}
      title={`What ${name} is made of, as reported`}
      description={`The runs differ in ${factor}; what each reported as ${measurement} is a part of the whole.`}
    >
      <PanelBody>
        <div className="space-y-8">
          {groups.map((whole) => (
            <WholeFigure key={whole.group} reported={reported} whole={whole} />
          ))}
        </div>
      </PanelBody>
    </Panel>
  );
}

function WholeFigure({ reported, whole }: { reported: Reported; whole: Whole }) {
  const { name, unit, factor, groups } = reported;
  const place = groups.findIndex(({ group }) => group === whole.group);
  // Bars of all wholes share a scale, so that the figures compare.
  const most = groups.flatMap(({ parts }) => parts.flatMap(({ amount }) => exactOf(amount) ?? []));
  const greatest = most.reduce((all, value) => Math.max(all, value), 0);
  const model = useMemo(
    () =>
      buildRankedBars({
        title: `${name} by ${factor}: ${whole.group}`,
        valueName: name,
        unit,
        most: greatest,
        parts: whole.parts.map(({ level, labels, amount, share, n }) => ({
          label: [level, ...Object.values(labels)].join(', '),
          bars: [
            {
              group: whole.group,
              style: styleAt(place),
              value: exactOf(amount),
              min: null,
              max: null,
              share,
              n,
              said: `${formatAmount(amount, unit)}${share === null ? '' : `, ${formatNumber(share * 100)}\u00a0%`}, n=${n}`,
            },
          ],
        })),
      }),
    [name, factor, unit, whole, place, greatest],
  );
  return (
    <div className="min-w-0 space-y-2">
      <Chart id={`reported-${whole.group}`} model={model} empty="Ranges have no bars; the table has them" />
      <SumNote addsUp={whole.addsUp} sentence={`${whole.sentence}.`} />
    </div>
  );
}

const exactOf = (amount: Amount): number | null => (amount.kind === 'exact' ? amount.value : null);
