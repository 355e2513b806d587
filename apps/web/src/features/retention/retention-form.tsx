'use client';

import type { RetentionPass } from '@proofload/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { TextField } from '@/components/ui/field';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { useDebounced } from '../reader/use-debounced';
import { PassResult } from './pass-result';
import {
  dayProblem,
  isEmpty,
  type RetentionKind,
  type RetentionRules,
  readRules,
  retentionKinds,
} from './pass-text';
import { previewQuery } from './retention-queries';

const fields: Readonly<Record<RetentionKind, { label: string; hint: string }>> = {
  samples: {
    label: 'Days to keep samples',
    hint: 'Figures over time and downloads end with them. What was computed from them stays.',
  },
  artifacts: {
    label: 'Days to keep artifacts',
    hint: 'Scripts, summaries and outputs of the load generator. Names and sizes stay.',
  },
  logs: { label: 'Days to keep logs', hint: 'What the worker and the load generator wrote.' },
};

type RuleTexts = Record<RetentionKind, string>;

const toTexts = (rules: RetentionRules): RuleTexts => ({
  samples: rules.samples ? String(rules.samples.days) : '',
  artifacts: rules.artifacts ? String(rules.artifacts.days) : '',
  logs: rules.logs ? String(rules.logs.days) : '',
});

/** Three rules, what they would remove as they are typed, and a question before rules are saved that remove something. */
export function RetentionForm({ rules, onSaved }: { rules: RetentionRules; onSaved(): Promise<void> }) {
  const client = useQueryClient();
  const { register, handleSubmit, formState, control, reset } = useForm<RuleTexts>({
    defaultValues: toTexts(rules),
    mode: 'onChange',
  });
  const texts = useWatch({ control });
  const typed = useDebounced(JSON.stringify(texts), 400);
  const wanted = useMemo(() => readRules({ ...toTexts(rules), ...JSON.parse(typed) }), [typed, rules]);
  const [asked, setAsked] = useState<{ rules: RetentionRules; pass: RetentionPass } | null>(null);
  const save = async (next: RetentionRules): Promise<void> => {
    const saved = await callApi('/retention', answers.retention, { method: 'PUT', body: { rules: next } });
    reset(toTexts(saved.rules));
    await onSaved();
  };
  const check = useMutation({
    mutationFn: async (values: RuleTexts) => {
      const next = readRules(values);
      if (next === null) return;
      const pass = isEmpty(next) ? null : await client.fetchQuery({ ...previewQuery(next), staleTime: 0 });
      if (pass && pass.affected > 0) setAsked({ rules: next, pass });
      else await save(next);
    },
  });
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => void handleSubmit((values) => check.mutate(values))(event)}
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {retentionKinds.map((kind) => (
          <TextField
            key={kind}
            label={fields[kind].label}
            hint={fields[kind].hint}
            inputMode="numeric"
            autoComplete="off"
            placeholder="for ever"
            error={formState.errors[kind]?.message}
            {...register(kind, { validate: (text) => dayProblem(text) ?? true })}
          />
        ))}
      </div>
      <p className="text-muted">
        Counted from the end of a run, or from the day on which it was brought in. An empty field keeps for
        ever.
      </p>
      <Preview rules={wanted} />
      {check.isError && <ErrorNote error={check.error} />}
      <Button type="submit" variant="primary" disabled={check.isPending || !formState.isDirty}>
        {check.isPending ? 'Saving…' : 'Save rules'}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="Save rules that remove something?"
        action="Save the rules"
        keep="Change them"
        onConfirm={async () => {
          if (asked) await save(asked.rules);
        }}
      >
        {asked && <PassResult pass={asked.pass} />}
        <p>A worker begins with it in an hour; what is removed cannot be brought back.</p>
      </ConfirmDialog>
    </form>
  );
}

/** What the rules in the fields would remove now. */
function Preview({ rules }: { rules: RetentionRules | null }) {
  const isAsked = rules !== null && !isEmpty(rules);
  const { data, error, isFetching } = useQuery({
    ...previewQuery(rules),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (rules !== null && isEmpty(rules)) return <p role="status">Everything is kept for ever.</p>;
  if (error) return <ErrorNote error={error} />;
  return (
    <div role="status" className="min-h-10 space-y-0.5">
      {isAsked && data ? (
        <PassResult pass={data} />
      ) : (
        <p className="text-muted">{isFetching ? 'Looking at what would be removed…' : ''}</p>
      )}
    </div>
  );
}
