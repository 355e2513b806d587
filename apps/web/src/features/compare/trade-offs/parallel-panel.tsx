'use client';

import { type AxisFilter, buildParallel, listParallel, type ParallelAxis } from '@proofload/charts';
import { useCallback, useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { CheckField, SelectField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import type { CompareState } from '../compare-state';
import type { CompareTabProps } from '../compare-tab-props';
import { AxisBrushes } from './axis-brushes';
import { AxisFilterTable } from './axis-filter-table';

/** Axes that are drawn unless others are chosen. */
const firstAxes = 8;
/** Pixels that an axis takes at least; with more of them the figure scrolls by itself. */
const axisWidth = 84;

type ParallelView = Pick<CompareState, 'across' | 'axes' | 'keep'>;

export interface ParallelPanelProps extends Pick<CompareTabProps, 'comparison' | 'look'> {
  title?: string;
  view: ParallelView;
  onChange(change: Partial<ParallelView>): void;
}

/** Every group or run as a line over the factors and measurements that are chosen. */
export function ParallelPanel({
  title = 'All side by side',
  comparison,
  look,
  view,
  onChange,
}: ParallelPanelProps) {
  const { across } = view;
  const data = useMemo(() => listParallel(comparison, across, look.labels), [comparison, across, look]);
  const axes = useMemo(() => chooseAxes(data.axes, view.axes), [data, view.axes]);
  const filters = useMemo(
    () => view.keep.filter(({ axis }) => axes.some(({ name }) => name === axis)),
    [view.keep, axes],
  );
  const model = useMemo(
    () => buildParallel({ axes, lines: data.lines, filters, baseline: comparison.baseline, ...look }),
    [axes, data, filters, comparison.baseline, look],
  );
  const setFilter = useCallback(
    (axis: string, filter: AxisFilter | null) =>
      onChange({ keep: [...filters.filter((known) => known.axis !== axis), ...(filter ? [filter] : [])] }),
    [filters, onChange],
  );
  return (
    <Panel
      title={title}
      description="One line a group or run. Drag along an axis, or fill in the table below, to keep the lines that pass there."
      actions={
        filters.length > 0 && (
          <Button size="small" onClick={() => onChange({ keep: [] })}>
            Keep all lines
          </Button>
        )
      }
    >
      {data.axes.length < 2 ? (
        <EmptyState title="There is nothing to lay side by side">
          <p>It takes two factors or measurements that these runs have values of.</p>
        </EmptyState>
      ) : (
        <PanelBody className="space-y-4">
          <div className="no-print flex flex-wrap items-start gap-x-6 gap-y-2">
            <div className="w-40">
              <SelectField
                label="A line for each"
                value={across}
                onChange={(event) => onChange({ across: event.target.value === 'runs' ? 'runs' : 'groups' })}
              >
                <option value="groups">group (its means)</option>
                <option value="runs">completed run</option>
              </SelectField>
            </div>
            <AxisChoice all={data.axes} chosen={axes} onChange={(names) => onChange({ axes: names })} />
          </div>
          <Chart
            id="parallel"
            model={model}
            minWidth={axes.length * axisWidth}
            empty="Choose two axes"
            overlay={<AxisBrushes axes={axes} filters={filters} onFilter={setFilter} />}
          />
          <AxisFilterTable axes={axes} filters={filters} onFilter={setFilter} />
        </PanelBody>
      )}
    </Panel>
  );
}

function chooseAxes(all: readonly ParallelAxis[], names: readonly string[] | null): ParallelAxis[] {
  if (names === null) return all.slice(0, firstAxes);
  return all.filter(({ name }) => names.includes(name));
}

function AxisChoice({
  all,
  chosen,
  onChange,
}: {
  all: readonly ParallelAxis[];
  chosen: readonly ParallelAxis[];
  onChange(names: string[]): void;
}) {
  const names = chosen.map(({ name }) => name);
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer py-1 text-sm font-medium">
        Axes: {chosen.length} of {all.length}
      </summary>
      <div className="grid max-h-60 gap-x-6 overflow-y-auto sm:grid-cols-2 lg:grid-cols-3">
        {all.map(({ name, kind }) => (
          <CheckField
            key={`${kind} ${name}`}
            label={
              <>
                {name} <span className="text-muted">{kind}</span>
              </>
            }
            checked={names.includes(name)}
            onChange={() =>
              onChange(names.includes(name) ? names.filter((other) => other !== name) : [...names, name])
            }
          />
        ))}
      </div>
    </details>
  );
}
