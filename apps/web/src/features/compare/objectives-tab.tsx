'use client';

import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '@/components/ui/error-state';
import { TextField } from '@/components/ui/field';
import { breachesQuery } from './compare-queries';
import type { CompareTabProps } from './compare-tab-props';
import { ObjectivePanels } from './objective-panels';

/** Whether objectives held, by run and by phase; when they did not; and what k6 itself judged. */
export function ObjectivesTab({ comparison, look, query, view, onChange }: CompareTabProps) {
  const isLive = comparison.runs.some(({ status }) => status !== 'finished');
  const { data, error } = useQuery(breachesQuery(query, view.load, isLive));
  return (
    <div className="space-y-6">
      {error !== null && <ErrorNote error={error} />}
      <ObjectivePanels
        comparison={comparison}
        look={look}
        breaches={data ?? null}
        isLoading={error === null}
        actions={<LoadField load={view.load} onChange={(load) => onChange({ load })} />}
      />
    </div>
  );
}

function LoadField({ load, onChange }: { load: string | null; onChange(load: string | null): void }) {
  return (
    <form
      className="w-64 max-w-full"
      onSubmit={(event) => {
        event.preventDefault();
        const said = new FormData(event.currentTarget).get('load');
        onChange(typeof said === 'string' && said.trim() !== '' ? said.trim() : null);
      }}
    >
      <TextField
        key={load ?? ''}
        label="Load told by"
        name="load"
        defaultValue={load ?? ''}
        placeholder="vus, else http_reqs"
        hint="A metric; Enter takes it"
      />
    </form>
  );
}
