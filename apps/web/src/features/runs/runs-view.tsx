'use client';

import type { RunList, RunSummary } from '@proofload/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { GitCompareArrows } from 'lucide-react';
import Link from 'next/link';
import { useQueryStates } from 'nuqs';
import { useCallback, useMemo, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { useRefresh } from '../reader/use-refresh';
import { ViewsButton } from '../views/views-button';
import { ColumnChooser } from './column-chooser';
import { countText } from './count-text';
import { FilterForm } from './filter-field';
import { listColumns } from './run-columns';
import { laterRunsQuery } from './run-queries';
import { RunTable } from './run-table';
import { maxChosen, maxColumns, runsState } from './runs-state';

/** Every run of the project, filtered and sorted on the server; chosen ones can be compared. */
export function RunsView({ runs, filterError }: { runs: RunList; filterError: string | null }) {
  const [isLoading, startTransition] = useTransition();
  const [state, setState] = useQueryStates(runsState, { shallow: false, history: 'push', startTransition });
  const { filter, sort, chosen } = state;
  const { items, isLoadingMore, error, loadMore } = useAllRuns(runs, filter, sort);
  useRefresh(runs.items.some(({ status }) => status !== 'finished'));
  const columns = useMemo(() => state.columns?.slice(0, maxColumns) ?? null, [state.columns]);
  const choose = (ids: readonly string[], isOn: boolean): void => {
    const kept = chosen.filter((id) => !ids.includes(id));
    const next = isOn ? [...kept, ...ids].slice(0, maxChosen) : kept;
    void setState({ chosen: next.length > 0 ? next : null }, { shallow: true, history: 'replace' });
  };
  return (
    <div className="space-y-5">
      <PageHeader title="Runs" actions={<ViewsButton />}>
        <p className="tabular text-muted">
          {countText(runs)} {runs.total === 1 ? 'run' : 'runs'}
          {filter && ' match the filter'}. Failed and stalled runs are kept like any other.
        </p>
      </PageHeader>
      <FilterForm
        key={filter}
        filter={filter}
        error={filterError}
        onApply={(text) => void setState({ filter: text === '' ? null : text })}
      />
      <Panel
        title={
          <span className="tabular" aria-live="polite">
            {chosen.length === 0 ? 'Choose runs to compare' : `${chosen.length} chosen`}
          </span>
        }
        actions={
          <>
            <ColumnChooser
              columns={listColumns(items, columns).map(({ key }) => key)}
              isChosen={columns !== null}
              onChange={(next) => void setState({ columns: next }, { shallow: true })}
            />
            <ChosenActions chosen={chosen} onClear={() => choose(chosen, false)} />
          </>
        }
        className={classNames('transition-opacity', isLoading && 'opacity-60')}
      >
        <RunTable
          runs={items}
          columns={columns}
          total={runs.total}
          onEnd={loadMore}
          empty={filter ? 'No run matches the filter' : 'No run yet'}
          isTall
          sort={{ value: sort, onChange: (value) => void setState({ sort: value }) }}
          select={{
            head: (
              <ChooseBox
                label="Choose all runs that are loaded"
                runs={items}
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
      <p aria-live="polite" className="text-xs text-muted">
        {isLoadingMore
          ? 'Loading more runs…'
          : items.length < runs.total &&
            `${items.length} of ${countText(runs)} runs are loaded; scroll for more.`}
      </p>
      {error && <ErrorNote error={error} />}
    </div>
  );
}

/** The first runs, which the server drew, and those after them as far as somebody scrolled. */
function useAllRuns(first: RunList, filter: string, sort: string) {
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(
    laterRunsQuery({ filter, sort }, first),
  );
  const items = useMemo(() => {
    const known = new Map(first.items.map((run) => [run.id, run]));
    // A run that moved in the order meanwhile is there once.
    for (const run of data?.pages.flatMap((page) => page.items) ?? [])
      if (!known.has(run.id)) known.set(run.id, run);
    return [...known.values()];
  }, [first, data]);
  const hasMore = data === undefined ? first.nextCursor !== null : hasNextPage;
  const loadMore = useCallback(() => {
    if (hasMore && !isFetching) void fetchNextPage();
  }, [hasMore, isFetching, fetchNextPage]);
  return { items, error, isLoadingMore: isFetching, loadMore };
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
