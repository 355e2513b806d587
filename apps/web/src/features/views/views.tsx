'use client';

import type { SavedView } from '@proofload/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { ErrorNote } from '@/components/ui/error-state';
import { TextField } from '@/components/ui/field';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { answers } from '../api/answers';
import { callApi, callApiForNothing } from '../api/call-api';
import { viewsQuery } from './view-queries';

/** What is kept of this page: behind a short address, or by a name. */
export function Views({ onDone }: { onDone(): void }) {
  const path = usePathname();
  const search = useSearchParams().toString();
  return (
    <div className="space-y-6">
      <ShortAddress key={search} path={path} search={search} />
      <SaveForm path={path} search={search} />
      <SavedViews path={path} onDone={onDone} />
    </div>
  );
}

interface PageState {
  path: string;
  search: string;
}

const postView = (body: PageState & { name?: string }) =>
  callApi('/views', answers.savedView, { method: 'POST', body });

function ShortAddress(state: PageState) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => postView(state) });
  return (
    <section className="space-y-2">
      <h3 className="text-sm font-medium">Short address</h3>
      {data ? (
        <p className="flex flex-wrap items-center gap-2">
          <code data-testid="short-address" className="min-w-0 break-all">
            {data.url}
          </code>
          <CopyButton text={data.url} />
        </p>
      ) : (
        <Button size="small" disabled={isPending} onClick={() => mutate()}>
          Make a short address
        </Button>
      )}
      <p className="text-xs text-muted">
        Leads members of the project to this state. A report is for everybody else.
      </p>
      {error && <ErrorNote error={error} />}
    </section>
  );
}

function SaveForm(state: PageState) {
  const [name, setName] = useState('');
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => postView({ ...state, name: name.trim() }),
    onSuccess: async () => {
      setName('');
      await client.invalidateQueries({ queryKey: viewsQuery(state.path).queryKey });
    },
  });
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save.mutate();
      }}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Save as"
            value={name}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            hint="A view that is called so already is replaced"
          />
        </div>
        <Button type="submit" className="mt-6" disabled={name.trim() === '' || save.isPending}>
          Save
        </Button>
      </div>
      {save.error && <ErrorNote error={save.error} />}
    </form>
  );
}

function SavedViews({ path, onDone }: { path: string; onDone(): void }) {
  const { data, error } = useQuery(viewsQuery(path));
  const [leaving, setLeaving] = useState<SavedView | null>(null);
  const client = useQueryClient();
  const remove = async (id: string): Promise<void> => {
    await callApiForNothing(`/views/${id}`, { method: 'DELETE' });
    await client.invalidateQueries({ queryKey: viewsQuery(path).queryKey });
  };
  return (
    <section className="space-y-2">
      <h3 className="text-sm font-medium">Saved views of this page</h3>
      {error && <ErrorNote error={error} />}
      {!error && data === undefined && <Skeleton className="h-10 w-full" />}
      {data?.items.length === 0 && <p className="text-muted">None yet.</p>}
      <ul className="divide-y divide-line">
        {data?.items.map((view) => (
          <li key={view.id} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0">
              <Link
                href={view.search === '' ? view.path : `${view.path}?${view.search}`}
                className="font-medium break-words text-accent hover:underline"
                onClick={onDone}
              >
                {view.name}
              </Link>
              <span className="block text-xs text-muted">
                {view.createdBy}, <Time at={view.createdAt} style="short" />
              </span>
            </span>
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Delete the view ${view.name}`}
              onClick={() => setLeaving(view)}
            >
              <Trash2 aria-hidden className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(isOpen) => !isOpen && setLeaving(null)}
        title="Delete this view?"
        action="Delete the view"
        onConfirm={() => (leaving ? remove(leaving.id) : Promise.resolve())}
      >
        <p>
          “{leaving?.name}” is taken from everybody’s list, and its short address ends. The runs it shows
          stay.
        </p>
      </ConfirmDialog>
    </section>
  );
}
