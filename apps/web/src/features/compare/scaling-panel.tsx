import { buildScalingCurve } from '@proofload/charts';
import type { Scaling, ScalingCurve } from '@proofload/contracts';
import { Flag } from 'lucide-react';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { Panel, PanelBody } from '@/components/ui/panel';
import { ScalingTable } from './scaling-table';

type ScalingPanelData = Scaling['panels'][number];

export interface ScalingPanelProps {
  panel: ScalingPanelData;
  factor: string;
  /** Whether values are shared out or made rates, and so are not what was measured. */
  isShared: boolean;
}

/** The curves of one combination of the factors that are not followed. */
export function ScalingPanel({ panel, factor, isShared }: ScalingPanelProps) {
  const { held, note, comparisons, curves, runs } = panel;
  const place = held.map(({ factor: name, level }) => `${name}=${level}`).join(', ');
  const count = runs === 1 ? 'One run.' : `${runs} runs.`;
  const many =
    comparisons > 1 ? ` ${comparisons} comparisons were made, which the findings are adjusted for.` : '';
  return (
    <Panel
      title={place === '' ? `Response to ${factor}` : `Response to ${factor} at ${place}`}
      description={`${count} ${note}${many}`.trim()}
    >
      <div className="divide-y divide-line">
        {curves.length === 0 && <PanelBody>No run has a value of a measurement here.</PanelBody>}
        {curves.map((curve) => (
          <Curve key={curve.measurement} curve={curve} factor={factor} place={place} isShared={isShared} />
        ))}
      </div>
    </Panel>
  );
}

interface CurveProps {
  curve: ScalingCurve;
  factor: string;
  place: string;
  isShared: boolean;
}

function Curve({ curve, factor, place, isShared }: CurveProps) {
  const model = useMemo(() => buildScalingCurve({ curve, factor, isShared }), [curve, factor, isShared]);
  const { measurement, findings, objectives, goals, laws } = curve;
  const said = [...findings, ...[...objectives, ...goals].map((line) => line.said)];
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
      <UndrawnLaws laws={laws} />
      <ScalingTable curve={curve} factor={factor} />
    </PanelBody>
  );
}

/** Laws that do not describe the levels, with why, on demand. */
function UndrawnLaws({ laws }: Pick<ScalingCurve, 'laws'>) {
  const undrawn = laws.filter(({ misfit }) => misfit !== null);
  if (undrawn.length === 0) return null;
  const names = undrawn.map(({ law }) =>
    law === 'amdahl' ? "Amdahl's law" : 'the universal scalability law',
  );
  return (
    <details className="max-w-prose">
      <summary className="cursor-pointer rounded text-muted marker:text-muted hover:underline">
        Not drawn, because {undrawn.length === 1 ? 'it does' : 'they do'} not hold here: {names.join(' and ')}
      </summary>
      <ul className="mt-1 space-y-1 text-xs text-muted">
        {undrawn.map(({ law, said, misfit }) => (
          <li key={law}>
            {said}: {misfit}.
          </li>
        ))}
      </ul>
    </details>
  );
}
