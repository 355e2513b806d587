import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Time } from '@/components/ui/time';

/** Stands where the figures of a run were. */
export function ExpiredSamples({ at }: { at: string }) {
  return (
    <Panel title="Over time">
      <EmptyState title="Samples have expired">
        <p>
          They expired on <Time at={at} /> by the project’s rule. Measurements, objectives and verdict were
          computed from them and stay as they are.
        </p>
      </EmptyState>
    </Panel>
  );
}
