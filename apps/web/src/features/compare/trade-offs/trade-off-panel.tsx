'use client';

import { buildTradeOff } from '@proofload/charts';
import type { Comparison } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Chart, ChartSkeleton } from '@/components/chart/chart';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import type { CompareTabProps } from '../compare-tab-props';
import { tradeOffQuery } from './trade-off-query';

/** Two measurements against one another, and which groups no other is better than in both. */
export function TradeOffPanel({ comparison, look, query, view, onChange }: CompareTabProps) {
  const [x, y] = chooseAxes(comparison, view.x, view.y);
  const hasTwo = x !== null && y !== null;
  const { data, error, isPending } = useQuery({
    ...tradeOffQuery(query, x ?? '', y ?? ''),
    enabled: hasTwo,
  });
  const model = useMemo(
    () => data && buildTradeOff({ tradeOff: data, baseline: comparison.baseline, ...look }),
    [data, comparison.baseline, look],
  );
  return (
    <Panel
      title="Two measurements against one another"
      description="Groups that no other group is better than in both are a Pareto front. Beyond the dashed steps, everything is dominated."
    >
      {hasTwo ? (
        <PanelBody className="space-y-4">
          <div className="no-print flex flex-wrap gap-x-4 gap-y-2">
            <AxisField
              label="Across (x)"
              value={x}
              comparison={comparison}
              onChange={(name) => onChange({ x: name })}
            />
            <AxisField
              label="Up (y)"
              value={y}
              comparison={comparison}
              onChange={(name) => onChange({ y: name })}
            />
          </div>
          {error && <ErrorNote error={error} />}
          {data && (
            <p className="max-w-prose font-medium wrap-anywhere" data-testid="trade-off" role="status">
              {data.finding}
            </p>
          )}
          {isPending && <ChartSkeleton title={`${y} against ${x}`} />}
          {model && <Chart id="trade-off" model={model} empty="No group has both" />}
        </PanelBody>
      ) : (
        <EmptyState title="There are no two measurements">
          <p>A trade-off is between two measurements of these runs, and they have fewer.</p>
        </EmptyState>
      )}
    </Panel>
  );
}

/** What the address says, or else the first two with a better side, or the first two. */
function chooseAxes(
  { measurements }: Comparison,
  x: string | null,
  y: string | null,
): [string | null, string | null] {
  const names = [
    ...measurements.filter(({ better }) => better !== 'none'),
    ...measurements.filter(({ better }) => better === 'none'),
  ].map(({ name }) => name);
  const known = (name: string | null) => (name !== null && names.includes(name) ? name : null);
  const chosenX = known(x) ?? names.find((name) => name !== known(y)) ?? null;
  return [chosenX, known(y) ?? names.find((name) => name !== chosenX) ?? null];
}

const sides = { lower: 'lower is better', higher: 'higher is better', none: 'no better side' } as const;

function AxisField({
  label,
  value,
  comparison,
  onChange,
}: {
  label: string;
  value: string;
  comparison: Comparison;
  onChange(name: string): void;
}) {
  const chosen = comparison.measurements.find(({ name }) => name === value);
  return (
    <div className="w-64 max-w-full">
      <SelectField
        label={label}
        value={value}
        hint={chosen && sides[chosen.better]}
        onChange={(event) => onChange(event.target.value)}
      >
        {comparison.measurements.map(({ name, unit }) => (
          <option key={name} value={name}>
            {unit === null || unit === '' ? name : `${name} (${unit})`}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
