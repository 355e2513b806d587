import type { Scaling } from '@proofload/contracts';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { ScalingPanel } from './scaling-panel';

/** A panel for each combination of the factors that are not followed. */
export function ScalingCurves({ scaling }: { scaling: Scaling }) {
  const { factor, factors, panels } = scaling;
  const label = factors.find(({ name }) => name === factor)?.label ?? factor ?? '';
  if (factor === null || panels.every(({ curves }) => curves.length === 0)) {
    return (
      <Panel title="Response curves">
        <EmptyState title="There is no curve">
          <p>
            {factor === null
              ? 'A response curve needs runs with different values of a parameter.'
              : 'None of these runs has a value of a measurement.'}
          </p>
        </EmptyState>
      </Panel>
    );
  }
  return panels.map((panel) => (
    <ScalingPanel
      key={panel.held.map(({ factor: name, level }) => `${name}=${level}`).join(';')}
      panel={panel}
      factor={label}
      isShared={scaling.per.length > 0 || scaling.work !== null}
    />
  ));
}
