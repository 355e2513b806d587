import { columnsOf, type Drawing, phaseNames } from '@proofload/charts';
import type { Comparison, MetricList } from '@proofload/contracts';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CheckField, SelectField } from '@/components/ui/field';
import { SearchSelectField } from '@/components/ui/search-select';
import type { ChangeView, FigureView } from './figure-view';
import { splitLabels } from './split-labels';

type Metric = MetricList['metrics'][number];

const drawingNames: Record<Drawing, string> = {
  lines: 'lines of replicates',
  bands: 'bands of replicates',
  difference: 'difference from the baseline',
  multiples: 'a panel for each group',
};

export interface OverlayControlsProps {
  comparison: Comparison;
  metrics: readonly Metric[];
  metric: Metric;
  /** The statistic that is drawn. */
  column: string;
  /** Whether lines can be kept apart by a label; a report has frozen them as they were. */
  canSplit: boolean;
  view: FigureView;
  onChange: ChangeView;
}

/** What is drawn over time, and how. */
export function OverlayControls(props: OverlayControlsProps) {
  const { comparison, metrics, metric, column, canSplit, view, onChange } = props;
  const { log, zoom, draw, band, split } = view;
  const labels = canSplit ? splitLabels(metrics, metric) : [];
  return (
    <div className="no-print flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="w-64 max-w-full">
        <SearchSelectField
          label="Metric"
          value={metric.metric}
          options={metrics.map(({ metric: name, source }) => ({ value: name, text: `${name} (${source})` }))}
          onChange={(name) => onChange({ metric: name, column: null, zoom: null })}
        />
      </div>
      <Choice label="Statistic" width="w-28" value={column} onChange={(name) => onChange({ column: name })}>
        {columnsOf(metric.kind).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      {labels.length > 0 && (
        <Choice
          label="Keep apart"
          width="w-36"
          value={split !== null && labels.includes(split) ? split : ''}
          onChange={(label) => onChange({ split: label === '' ? null : label })}
        >
          <option value="">by default</option>
          {labels.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Choice>
      )}
      <AlignmentField comparison={comparison} view={view} onChange={onChange} />
      <Choice
        label="Drawn as"
        width="w-56"
        value={draw}
        onChange={(value) => onChange({ draw: value as Drawing })}
      >
        {Object.entries(drawingNames).map(([value, name]) => (
          <option key={value} value={value} disabled={value === 'difference' && comparison.baseline === null}>
            {name}
          </option>
        ))}
      </Choice>
      {draw === 'bands' && (
        <Choice
          label="Band"
          width="w-52"
          value={band}
          onChange={(value) => onChange({ band: value === 'interval' ? 'interval' : 'range' })}
        >
          <option value="range">least to greatest</option>
          <option value="interval">95 % interval of the mean</option>
        </Choice>
      )}
      {draw !== 'difference' && (
        <div className="pb-5">
          <CheckField label="Log scale" checked={log} onChange={() => onChange({ log: !log })} />
        </div>
      )}
      {zoom && (
        <div className="pb-4">
          <Button size="small" onClick={() => onChange({ zoom: null })}>
            Show everything
          </Button>
        </div>
      )}
    </div>
  );
}

const phasePrefix = 'phase ';

/** Where the runs begin: all at their start, at one of their phases, or at the time of day that it was. */
function AlignmentField({
  comparison,
  view: { align, phase },
  onChange,
}: Pick<OverlayControlsProps, 'comparison' | 'view' | 'onChange'>) {
  const known = phaseNames(comparison);
  const phases = align === 'phase' && phase !== null && !known.includes(phase) ? [...known, phase] : known;
  const change = (value: string): void =>
    onChange(
      value.startsWith(phasePrefix)
        ? { align: 'phase', phase: value.slice(phasePrefix.length), zoom: null }
        : { align: value === 'clock' ? 'clock' : 'start', phase: null, zoom: null },
    );
  return (
    <Choice
      label="Align at"
      width="w-44"
      value={align === 'phase' ? `${phasePrefix}${phase ?? ''}` : align}
      onChange={change}
    >
      <option value="start">start of the run</option>
      {align === 'phase' && phase === null && <option value={phasePrefix}>no phase chosen</option>}
      {phases.map((name) => (
        <option key={name} value={`${phasePrefix}${name}`}>
          start of {name}
        </option>
      ))}
      <option value="clock">time of day</option>
    </Choice>
  );
}

function Choice({
  label,
  width,
  value,
  onChange,
  children,
}: {
  label: string;
  width: string;
  value: string;
  onChange(value: string): void;
  children: ReactNode;
}) {
  return (
    <div className={`${width} max-w-full`}>
      <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </SelectField>
    </div>
  );
}
