'use client';

import type { Comparison } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { ChartSkeleton } from '@/components/chart/chart';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import type { CompareTabProps } from '../compare-tab-props';
import { TradeOffFigure } from './trade-off-figure';
import { tradeOffQuery } from './trade-off-query';

/** Two measurements against one another, and which groups no other is better than in both. */
export function TradeOffPanel({ comparison, look, query, view, onChange }: CompareTabProps) {
  const [x, y] = chooseAxes(comparison, view.x, view.y);
  const hasTwo = x !== null && y !== null;
  const { data, error, isPending } = useQuery({
    ...tradeOffQuery(query, x ?? '', y ?? ''),
    enabled: hasTwo,
  });
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
          {isPending && <ChartSkeleton title={`${y} against ${x}`} />}
          {data && <TradeOffFigure id="trade-off" tradeOff={data} comparison={comparison} look={look} />}
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
