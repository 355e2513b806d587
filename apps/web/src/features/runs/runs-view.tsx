'use client';

import type { RunList } from '@proofload/contracts';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { parseAsString, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField, TextField } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { RunTable } from './run-table';

const columns = ['createdAt', 'startedAt', 'finishedAt', 'name', 'status', 'outcome', 'verdict', 'treatment'];

/** Every run of the project, filtered and sorted on the server; chosen ones can be compared. */
export function RunsView({ runs, filterError }: { runs: RunList; filterError: string | null }) {
  const router = useRouter();
  const [{ filter, sort, cursor }, setQuery] = useQueryStates(
    {
      filter: parseAsString.withDefault(''),
      sort: parseAsString.withDefault('-createdAt'),
      cursor: parseAsString,
    },
    { shallow: false, history: 'push' },
  );
  const [text, setText] = useState(filter);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const measurements = [...new Set(runs.items.flatMap((run) => Object.keys(run.measurements)))];
  const isDescending = sort.startsWith('-');
  const column = isDescending ? sort.slice(1) : sort;
  const choose = (id: string, isOn: boolean): void =>
    setChosen((before) => (isOn ? [...before, id] : before.filter((known) => known !== id)));
  return (
    <div className="space-y-5">
      <header>
        <h1>Runs</h1>
        <p className="tabular mt-1 text-muted">
          {runs.total} {runs.total === 1 ? 'run' : 'runs'}
          {filter && ' match the filter'}. Failed and stalled runs are kept like any other.
        </p>
      </header>
      <form
        className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_14rem_11rem_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          void setQuery({ filter: text === '' ? null : text, cursor: null });
        }}
      >
        <TextField
          label="Filter"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder='workers>=2 and p95<300 and label.branch="main"'
          error={filterError ?? undefined}
          hint="Parameters, measurements, status, outcome, verdict, label.x; and, or, not"
          spellCheck={false}
        />
        <SelectField
          label="Sort by"
          value={column}
          onChange={(event) =>
            void setQuery({ sort: `${isDescending ? '-' : ''}${event.target.value}`, cursor: null })
          }
        >
          {[...new Set([...columns, ...measurements, column])].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Order"
          value={isDescending ? 'descending' : 'ascending'}
          onChange={(event) =>
            void setQuery({
              sort: `${event.target.value === 'descending' ? '-' : ''}${column}`,
              cursor: null,
            })
          }
        >
          <option value="descending">descending</option>
          <option value="ascending">ascending</option>
        </SelectField>
        <Button type="submit" className="lg:mt-6">
          Apply
        </Button>
      </form>
      <Panel
        actions={
          <>
            <span className="tabular text-muted" aria-live="polite">
              {chosen.length === 0 ? 'Choose runs to compare' : `${chosen.length} chosen`}
            </span>
            <Button
              variant={chosen.length >= 2 ? 'primary' : 'secondary'}
              size="small"
              disabled={chosen.length < 2}
              onClick={() => router.push(`/compare?runs=${chosen.join(',')}`)}
            >
              Compare
            </Button>
          </>
        }
      >
        <RunTable
          runs={runs.items}
          empty={filter ? 'No run matches the filter' : 'No run yet'}
          renderSelect={(run) => (
            <input
              type="checkbox"
              aria-label={`Choose ${run.name}`}
              className="size-4 accent-[var(--accent)]"
              checked={chosen.includes(run.id)}
              onChange={(event) => choose(run.id, event.target.checked)}
            />
          )}
        />
      </Panel>
      <nav aria-label="Pages" className="flex gap-2">
        {cursor && (
          <Button asChild>
            <Link href="/runs">First page</Link>
          </Button>
        )}
        {runs.nextCursor && (
          <Button onClick={() => void setQuery({ cursor: runs.nextCursor })}>Next page</Button>
        )}
      </nav>
    </div>
  );
}
