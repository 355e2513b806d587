import { buildScalingCurve } from '@proofload/charts';
import type { Scaling, ScalingCurve } from '@proofload/contracts';
import { Flag } from 'lucide-react';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { Panel, PanelBody } from '@/components/ui/panel';
import { ScalingTable } from './scaling-table';

type ScalingPanelData = Scaling['panels'][number];

/** The curves of one combination of the factors that are not followed. */
export function ScalingPanel({ panel, factor }: { panel: ScalingPanelData; factor: string }) {
  const { held, note, comparisons, curves, runs } = panel;
  const place = held.map(({ factor: name, level }) => `${name}=${level}`).join(', ');
  const count = runs === 1 ? 'One run.' : `${runs} runs.`;
  const many =
    comparisons > 1 ? ` ${comparisons} comparisons were made, which the findings are adjusted for.` : '';
  return (
    <Panel
      title={place === '' ? `Response to ${factor}` : `Response to ${factor} at ${place}`}
      description={`${count} ${note}${many}`}
    >
      <div className="divide-y divide-line">
        {curves.length === 0 && <PanelBody>No run has a value of a measurement here.</PanelBody>}
        {curves.map((curve) => (
          <Curve key={curve.measurement} curve={curve} factor={factor} place={place} />
        ))}
      </div>
    </Panel>
  );
}

function Curve({ curve, factor, place }: { curve: ScalingCurve; factor: string; place: string }) {
  const model = useMemo(() => buildScalingCurve({ curve, factor }), [curve, factor]);
  const { measurement, findings, objectives, goals, laws } = curve;
  const said = [
    ...findings,
    ...[...objectives, ...goals].map((line) => line.said),
    ...laws.flatMap(({ said: law, misfit }) => (misfit === null ? [] : [`${law}: not drawn, ${misfit}.`])),
  ];
  return (
    <PanelBody className="space-y-3">
      <Chart
        id={`scaling-${measurement}${place === '' ? '' : `-${place}`}`}
        model={model}
        empty="No level has a value"
      />
      {said.length > 0 && (
        <ul aria-label={`What ${measurement} says`} className="max-w-prose space-y-1">
          {said.map((sentence) => (
            <li key={sentence} className="flex items-start gap-2">
              <Flag aria-hidden className="mt-1 size-3.5 shrink-0 text-muted" />
              <span className="min-w-0 break-words">{sentence}</span>
            </li>
          ))}
        </ul>
      )}
      <ScalingTable curve={curve} factor={factor} />
    </PanelBody>
  );
}
