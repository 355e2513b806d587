'use client';

import { styleTreatments } from '@proofload/charts';
import type { Experiment, History } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { historyQuery } from './history-queries';
import { TreatmentHistoryPanel } from './treatment-history-panel';

const choice = { measurement: parseAsString, treatment: parseAsString };

/** How a measurement of the experiment went from run to run, and where it changed. */
export function HistoryTab({ experiment }: { experiment: Experiment }) {
  const [state, setState] = useQueryStates(choice, { history: 'push', scroll: false });
  const { data, error, isPending, isPlaceholderData } = useQuery(historyQuery(experiment.name, state));
  const styles = styleTreatments(
    [...new Set([...experiment.treatmentList.map(({ key }) => key), ...(data?.treatments ?? [])])],
    experiment.treatmentList.find(({ baseline }) => baseline)?.key ?? null,
  );
  return (
    <div className="space-y-4" aria-busy={isPlaceholderData}>
      {error && <ErrorNote error={error} />}
      {isPending && <Skeleton className="h-96 w-full" />}
      {data && (
        <Panel
          title="A measurement from run to run"
          description="Where it changed is found by E-divisive with a permutation test, from 10 runs of a treatment on. The same runs give the same answer."
        >
          {data.runs === 0 ? (
            <EmptyState title="No finished run yet">
              <p>The history of a measurement begins with the first finished run.</p>
            </EmptyState>
          ) : (
            <PanelBody className="space-y-2">
              <Choices
                history={data}
                treatments={experiment.treatmentList.map(({ key }) => key)}
                treatment={state.treatment}
                onChange={(next) => void setState(next)}
              />
              <p className="max-w-prose" data-testid="history-summary" role="status">
                {summarise(data)}
              </p>
            </PanelBody>
          )}
        </Panel>
      )}
      {data?.histories.map((history) => {
        const style = styles.get(history.treatment);
        return (
          style && (
            <TreatmentHistoryPanel
              key={`${data.measurement} ${history.treatment}`}
              about={data}
              history={history}
              style={style}
            />
          )
        );
      })}
    </div>
  );
}

/** How many runs there are, which were left out, and what alarms. */
function summarise({ runs, leftOut, alarms, measurement, histories }: History): string {
  const found = histories.reduce((total, { changes }) => total + changes.length, 0);
  const parts = [`${runs} finished ${runs === 1 ? 'run' : 'runs'}`];
  if (leftOut > 0) parts.push(`only the newest ${runs} of ${runs + leftOut} are looked at`);
  parts.push(
    found === 0
      ? `no change of ${measurement} is found`
      : `${found} ${found === 1 ? 'change' : 'changes'} of ${measurement}, ${alarms} not acknowledged`,
  );
  return `${parts.join('; ')}.`;
}

function Choices({
  history,
  treatments,
  treatment,
  onChange,
}: {
  history: History;
  treatments: readonly string[];
  treatment: string | null;
  onChange(next: { measurement?: string; treatment?: string | null }): void;
}) {
  const measurements = [...new Set([...history.measurements, history.measurement])];
  const keys = [
    ...new Set([...treatments, ...history.treatments, ...(treatment === null ? [] : [treatment])]),
  ];
  return (
    <div className="no-print flex flex-wrap gap-x-4">
      <div className="w-64 max-w-full">
        <SelectField
          label="Measurement"
          value={history.measurement}
          onChange={(event) => onChange({ measurement: event.target.value })}
        >
          {measurements.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </div>
      {keys.length > 1 && (
        <div className="w-80 max-w-full">
          <SelectField
            label="Treatment"
            value={treatment ?? ''}
            onChange={(event) =>
              onChange({ treatment: event.target.value === '' ? null : event.target.value })
            }
          >
            <option value="">each of them</option>
            {keys.map((key) => (
              <option key={key}>{key}</option>
            ))}
          </SelectField>
        </div>
      )}
    </div>
  );
}
