'use client';

import type { Retention, RetentionPass } from '@proofload/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Time } from '@/components/ui/time';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { PassResult } from './pass-result';
import { isEmpty } from './pass-text';
import { RetentionForm } from './retention-form';
import { previewQuery } from './retention-queries';

/** The rules of the project, and carrying them out at once. */
export function RetentionPanel({ retention: initial }: { retention: Retention }) {
  const client = useQueryClient();
  const { data: retention } = useQuery({
    queryKey: ['retention', 'rules'],
    queryFn: ({ signal }) => callApi('/retention', answers.retention, { signal }),
    initialData: initial,
  });
  const [removed, setRemoved] = useState<RetentionPass | null>(null);
  return (
    <Panel
      title="What expires"
      description="Measurements, objectives, verdicts, parameters and phases are always kept. So is everything of runs that are pinned, that belong to the baseline of their experiment, or that a report shows."
      actions={!isEmpty(retention.rules) && <ApplyNow rules={retention.rules} onApplied={setRemoved} />}
    >
      <PanelBody>
        <RetentionForm
          rules={retention.rules}
          onSaved={() => client.invalidateQueries({ queryKey: ['retention'] })}
        />
      </PanelBody>
      {removed && (
        <div role="status" className="border-t border-line px-4 py-2">
          <PassResult pass={removed} />
        </div>
      )}
      <Schedule retention={retention} />
    </Panel>
  );
}

function Schedule({ retention: { updatedAt, updatedBy, lastAppliedAt, nextAt } }: { retention: Retention }) {
  if (updatedAt === null) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-muted">
      <span>
        Changed <Time at={updatedAt} style="relative" /> by {updatedBy}
      </span>
      {lastAppliedAt && (
        <span>
          carried out <Time at={lastAppliedAt} style="relative" />
        </span>
      )}
      {nextAt && (
        <span>
          next <Time at={nextAt} />
        </span>
      )}
    </p>
  );
}

/** Carries the saved rules out without waiting for the worker. */
function ApplyNow({ rules, onApplied }: { rules: Retention['rules']; onApplied(pass: RetentionPass): void }) {
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const preview = useQuery({ ...previewQuery(rules), enabled: isAsked });
  const apply = async (): Promise<void> => {
    const pass = await callApi('/retention/apply', answers.retentionPass, { method: 'POST' });
    onApplied(pass);
    await client.invalidateQueries({ queryKey: ['retention'] });
  };
  return (
    <>
      <Button size="small" onClick={() => setIsAsked(true)}>
        Remove now
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Remove what has expired?"
        action="Remove it"
        onConfirm={apply}
      >
        {preview.isPending && <p>Looking at what would be removed…</p>}
        {preview.error && <ErrorNote error={preview.error} />}
        {preview.data && <PassResult pass={preview.data} />}
        <p>It cannot be brought back.</p>
      </ConfirmDialog>
    </>
  );
}
