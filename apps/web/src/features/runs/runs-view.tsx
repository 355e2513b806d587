'use client';

import type { RunList, RunSummary } from '@proofload/contracts';
import { GitCompareArrows } from 'lucide-react';
import Link from 'next/link';
import { useQueryStates } from 'nuqs';
import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { TextField } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { useRefresh } from '../reader/use-refresh';
import { countText } from './count-text';
import { RunTable } from './run-table';
import { maxChosen, runsAddress, runsState } from './runs-state';

/** Every run of the project, filtered and sorted on the server; chosen ones can be compared. */
export function RunsView({ runs, filterError }: { runs: RunList; filterError: string | null }) {
  const [isLoading, startTransition] = useTransition();
  const [state, setState] = useQueryStates(runsState, { shallow: false, history: 'push', startTransition });
  const { filter, sort, cursor, chosen } = state;
  useRefresh(cursor === null && runs.items.some(({ status }) => status !== 'finished'));
  const choose = (ids: readonly string[], isOn: boolean): void => {
    const kept = chosen.filter((id) => !ids.includes(id));
    const next = isOn ? [...kept, ...ids].slice(0, maxChosen) : kept;
    void setState({ chosen: next.length > 0 ? next : null }, { shallow: true, history: 'replace' });
  };
  return (
    <div className="space-y-5">
      <PageHeader title="Runs">
        <p className="tabular text-muted">
          {countText(runs)} {runs.total === 1 ? 'run' : 'runs'}
          {filter && ' match the filter'}. Failed and stalled runs are kept like any other.
        </p>
      </PageHeader>
      <FilterForm
        key={filter}
        filter={filter}
        error={filterError}
        onApply={(text) => void setState({ filter: text === '' ? null : text, cursor: null })}
      />
      <Panel
        title={
          <span className="tabular" aria-live="polite">
            {chosen.length === 0 ? 'Choose runs to compare' : `${chosen.length} chosen`}
          </span>
        }
        actions={<ChosenActions chosen={chosen} onClear={() => choose(chosen, false)} />}
        className={classNames('transition-opacity', isLoading && 'opacity-60')}
      >
        <RunTable
          runs={runs.items}
          empty={filter ? 'No run matches the filter' : 'No run yet'}
          isTall
          sort={{ value: sort, onChange: (value) => void setState({ sort: value, cursor: null }) }}
          select={{
            head: (
              <ChooseBox
                label="Choose all runs of this page"
                runs={runs.items}
                chosen={chosen}
                onChoose={choose}
              />
            ),
            cell: (run) => (
              <ChooseBox label={`Choose ${run.name}`} runs={[run]} chosen={chosen} onChoose={choose} />
            ),
          }}
        />
      </Panel>
      <nav aria-label="Pages" className="flex gap-2">
        {cursor && (
          <Button asChild>
            <Link href={runsAddress('/runs', { ...state, cursor: null })}>First page</Link>
          </Button>
        )}
        {runs.nextCursor && (
          <Button asChild>
            <Link href={runsAddress('/runs', { ...state, cursor: runs.nextCursor })}>Next page</Link>
          </Button>
        )}
      </nav>
    </div>
  );
}

function FilterForm({
  filter,
  error,
  onApply,
}: {
  filter: string;
  error: string | null;
  onApply(text: string): void;
}) {
  const [text, setText] = useState(filter);
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim());
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label="Filter"
          data-filter
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="font-mono"
          placeholder='workers>=2 and p95<300 and label.branch="main"'
          error={error ?? undefined}
          hint="Parameters, measurements, status, outcome, verdict, experiment, createdAt, label.x, combined by and, or, not, in"
          spellCheck={false}
          autoComplete="off"
        />
      </div>
      <Button type="submit" className="mt-6">
        Apply
      </Button>
      {filter !== '' && (
        <Button variant="quiet" className="mt-6" onClick={() => onApply('')}>
          Clear
        </Button>
      )}
    </form>
  );
}

function ChosenActions({ chosen, onClear }: { chosen: readonly string[]; onClear(): void }) {
  const isEnough = chosen.length >= 2;
  return (
    <>
      {chosen.length > 0 && (
        <Button variant="quiet" size="small" onClick={onClear}>
          Clear
        </Button>
      )}
      {isEnough ? (
        <Button variant="primary" size="small" asChild>
          <Link href={`/compare?runs=${chosen.join(',')}`}>
            <GitCompareArrows aria-hidden className="size-4" />
            Compare
          </Link>
        </Button>
      ) : (
        <Button size="small" disabled>
          <GitCompareArrows aria-hidden className="size-4" />
          Compare
        </Button>
      )}
    </>
  );
}

function ChooseBox({
  label,
  runs,
  chosen,
  onChoose,
}: {
  label: string;
  runs: readonly RunSummary[];
  chosen: readonly string[];
  onChoose(ids: readonly string[], isOn: boolean): void;
}) {
  const ids = runs.map(({ id }) => id);
  return (
    <input
      type="checkbox"
      aria-label={label}
      className="size-4 align-middle accent-[var(--accent)]"
      checked={ids.every((id) => chosen.includes(id))}
      onChange={(event) => onChoose(ids, event.target.checked)}
    />
  );
}
