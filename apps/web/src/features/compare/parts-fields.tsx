'use client';

import type { RunLabels } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { SelectField } from '@/components/ui/field';
import { SearchSelectField } from '@/components/ui/search-select';
import type { CompareTabProps } from './compare-tab-props';
import { runLabelsQuery } from './parts-queries';

type Metric = RunLabels['metrics'][number];

/** Runs whose labels are listed; the server reads no more of them either. */
const maxListedRuns = 50;
/** Labels of more values make no figure. */
const mostValues = 500;

/** What the metrics of the compared runs can be taken apart by. */
export function useRunLabels({ comparison }: Pick<CompareTabProps, 'comparison'>) {
  const ids = useMemo(
    () =>
      comparison.runs
        .filter(({ samplesExpiredAt }) => !samplesExpiredAt)
        .slice(0, maxListedRuns)
        .map(({ id }) => id),
    [comparison.runs],
  );
  return useQuery({ ...runLabelsQuery(ids), enabled: ids.length > 0 });
}

/** Labels that a figure can show. */
const labelsToShow = ({ labels }: Metric): Metric['labels'] =>
  labels.filter(({ values }) => values <= mostValues);

export interface MetricFieldsProps {
  metrics: readonly Metric[];
  metric: string;
  /** One label, or two where a second may be chosen. */
  labels: readonly string[];
  hasSecond?: boolean;
  onChange(metric: string, labels: string[]): void;
}

/** Chooses a metric and the label that it is taken apart by. */
export function MetricFields({ metrics, metric, labels, hasSecond = false, onChange }: MetricFieldsProps) {
  const choices = metrics.filter((one) => labelsToShow(one).length > 0);
  const chosen = choices.find((one) => one.metric === metric);
  const known = chosen ? labelsToShow(chosen) : [];
  const options = [...new Set(choices.map((one) => one.metric))].map((value) => ({ value, text: value }));
  const [first = '', second = ''] = labels;
  const choose = (name: string): void => {
    const next = choices.find((one) => one.metric === name);
    const own = next ? labelsToShow(next).map((label) => label.name) : [];
    const kept = labels.filter((label) => own.includes(label));
    onChange(name, kept.length > 0 ? kept : own.slice(0, 1));
  };
  return (
    <>
      <div className="w-64 max-w-full">
        <SearchSelectField label="Metric" value={metric} options={options} onChange={choose} />
      </div>
      <LabelField
        label={hasSecond ? 'Label' : 'Spread over'}
        value={first}
        known={known}
        onChange={(value) => onChange(metric, [value, ...labels.slice(1)].filter(isFirst))}
      />
      {hasSecond && (
        <LabelField
          label="Second label"
          value={second}
          known={known}
          none="none"
          onChange={(value) => onChange(metric, [first, ...(value === '' ? [] : [value])].filter(isFirst))}
        />
      )}
    </>
  );
}

const isFirst = (value: string, index: number, all: readonly string[]): boolean =>
  all.indexOf(value) === index;

function LabelField({
  label,
  value,
  known,
  none,
  onChange,
}: {
  label: string;
  value: string;
  known: Metric['labels'];
  none?: string;
  onChange(value: string): void;
}) {
  const isKnown = value === '' || known.some(({ name }) => name === value);
  return (
    <div className="w-44 max-w-full">
      <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {!isKnown && <option>{value}</option>}
        {known.map(({ name, values }) => (
          <option key={name} value={name}>
            {name} ({values} {values === 1 ? 'value' : 'values'})
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Chooses a window or a phase. */
export function OverField({
  windows,
  value,
  onChange,
}: {
  windows: readonly string[];
  value: string | null;
  onChange(value: string | null): void;
}) {
  return (
    <div className="w-40 max-w-full">
      <SelectField
        label="Counted over"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      >
        <option value="">the whole run</option>
        {[...new Set([...windows, ...(value === null ? [] : [value])])].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </div>
  );
}
