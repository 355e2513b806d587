'use client';

import type { CompareQuery, Comparison, Experiment } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, SelectField } from '@/components/ui/field';
import { ShareButton } from '../reports/share-button';
import { isLimitedRun } from '../runs/validity';
import { experimentQuery } from '../series/limit-source';
import { ViewsButton } from '../views/views-button';
import { comparisonQuery } from './compare-queries';
import { type CompareState, compareState, toCompareQuery, toSearch, withoutGroup } from './compare-state';
import { CompareTabs } from './compare-tabs';
import { Findings } from './findings';
import { lookOfGroups } from './group-look';
import { TreatmentChips } from './treatment-chips';

export interface CompareViewProps {
  /** What the server has compared for the first paint. */
  initial: { query: CompareQuery; comparison: Comparison };
  /** The experiment that all runs belong to. */
  experiment: Experiment | null;
}

/** Compares treatments or runs. What is compared and how it is drawn stand in the address; Back undoes a change. */
export function CompareView({ initial, experiment: known }: CompareViewProps) {
  const [state, setState] = useQueryStates(compareState, { history: 'push', scroll: false });
  const query = toCompareQuery(state) ?? initial.query;
  const isInitial = toSearch(query) === toSearch(initial.query);
  const { data, error, isPlaceholderData } = useQuery({
    ...comparisonQuery(query),
    ...(isInitial ? { initialData: initial.comparison } : {}),
  });
  const comparison = data ?? initial.comparison;
  const name = comparison.experiment;
  const { data: experiment = known } = useQuery({
    ...experimentQuery(name ?? '', newestVersion(comparison)),
    enabled: name !== null,
    ...(known !== null && known.name === name ? { initialData: known } : {}),
  });
  const treatments = experiment?.treatmentList;
  const look = useMemo(
    () =>
      lookOfGroups(
        comparison,
        (treatments ?? []).map(({ key }) => key),
      ),
    [comparison, treatments],
  );
  const change = useMemo(() => (next: Partial<CompareState>) => void setState(next), [setState]);
  return (
    <div className="space-y-6" aria-busy={isPlaceholderData}>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 space-y-1">
          <h1>Compare</h1>
          <p className="text-muted">
            <Scope comparison={comparison} state={state} />
          </p>
        </div>
        <div className="flex gap-2">
          <ViewsButton />
          <ShareButton query={query} comparison={comparison} view={state} />
        </div>
      </header>
      {error && <ErrorNote error={error} />}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <TreatmentChips
          comparison={comparison}
          look={look}
          onBaseline={(key) => change({ baseline: key })}
          onRemove={(key) => change(withoutGroup(state, comparison.groups, key))}
        />
        <LimitedField
          comparison={comparison}
          isIncluded={state.limited === 'include'}
          onChange={(limited) => change({ limited: limited ? 'include' : null })}
        />
        <GroupingField
          comparison={comparison}
          experiment={experiment ?? null}
          by={state.by}
          onChange={(by) => change({ by, baseline: null, hide: [] })}
        />
      </div>
      <Findings comparison={comparison} />
      <CompareTabs
        comparison={comparison}
        look={look}
        experiment={experiment ?? null}
        query={query}
        view={state}
        onChange={change}
      />
    </div>
  );
}

function newestVersion({ runs }: Comparison): number | null {
  const versions = runs.flatMap(({ definitionVersion }) => definitionVersion ?? []);
  return versions.length === 0 ? null : Math.max(...versions);
}

/** Which runs these are. */
function Scope({ comparison, state }: { comparison: Comparison; state: CompareState }) {
  const count = `${comparison.runs.length} ${comparison.runs.length === 1 ? 'run' : 'runs'}`;
  const experiment = comparison.experiment && (
    <Link href={`/experiments/${comparison.experiment}`} className="text-accent hover:underline">
      {comparison.experiment}
    </Link>
  );
  if (state.sweep) {
    return (
      <>
        {count} of a{' '}
        <Link href={`/sweeps/${state.sweep}`} className="text-accent hover:underline">
          sweep
        </Link>
        {experiment && <> of {experiment}</>}
      </>
    );
  }
  return (
    <>
      {count}
      {experiment && <> of {experiment}</>}
    </>
  );
}

/** Whether limited runs count; only where there are any. */
function LimitedField({
  comparison,
  isIncluded,
  onChange,
}: {
  comparison: Comparison;
  isIncluded: boolean;
  onChange(isIncluded: boolean): void;
}) {
  const limited = comparison.runs.filter(isLimitedRun);
  if (limited.length === 0 && !isIncluded) return null;
  const count =
    limited.length === 0
      ? 'limited runs'
      : limited.length === 1
        ? 'the limited run'
        : `the ${limited.length} limited runs`;
  return (
    <CheckField
      label={`Count ${count} in means`}
      hint={limited.map(({ name }) => name).join(', ')}
      checked={isIncluded}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

interface GroupingFieldProps {
  comparison: Comparison;
  experiment: Experiment | null;
  by: string;
  onChange(by: string): void;
}

/** By what runs are put together: treatment, each for itself, one factor, or a label. */
function GroupingField({ comparison, experiment, by, onChange }: GroupingFieldProps) {
  const params = experiment?.treatmentList[0]?.params ?? comparison.groups[0]?.params ?? {};
  const labels = [...new Set(comparison.runs.flatMap((run) => Object.keys(run.labels)))].sort();
  const factors = Object.keys(params);
  const options = [
    'treatment',
    'run',
    ...(factors.length > 1 ? factors : []),
    ...labels.map((label) => `label.${label}`),
  ];
  return (
    <div className="w-44">
      <SelectField label="Group by" value={by} onChange={(event) => onChange(event.target.value)}>
        {[...new Set([...options, by])].map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
    </div>
  );
}
