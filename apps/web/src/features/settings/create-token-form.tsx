'use client';

import type { Scope } from '@proofload/contracts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, SelectField, TextField } from '@/components/ui/field';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { expiryOf, lives } from './token-expiry';

const scopes: readonly { scope: Scope; hint: string }[] = [
  { scope: 'read', hint: 'See experiments, runs, comparisons and reports' },
  { scope: 'ingest', hint: 'Open runs and send data into them' },
  { scope: 'launch', hint: 'Save experiments, launch and cancel' },
  { scope: 'admin', hint: 'Everything, including tokens' },
];

interface TokenForm {
  name: string;
  scopes: Scope[];
  life: string;
}

/** Makes a token and shows it this once. */
export function CreateTokenForm({ onCreated }: { onCreated(): Promise<void> }) {
  const { register, handleSubmit, formState, reset } = useForm<TokenForm>({
    defaultValues: { name: '', scopes: ['read'], life: lives[0].value },
  });
  const create = useMutation({
    mutationFn: ({ life, ...body }: TokenForm) =>
      callApi('/tokens', answers.createdToken, {
        method: 'POST',
        body: { ...body, expiresAt: expiryOf(life, Date.now()) },
      }),
    onSuccess: async () => {
      reset();
      await onCreated();
    },
  });
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => void handleSubmit((values) => create.mutate(values))(event)}
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <div className="space-y-3">
          <TextField
            label="Name"
            placeholder="ci-pipeline"
            autoComplete="off"
            error={formState.errors.name?.message}
            hint="What uses it, to know it again"
            {...register('name', {
              required: 'expected a name',
              maxLength: { value: 100, message: 'expected at most 100 characters' },
            })}
          />
          <SelectField label="Lives for" {...register('life')}>
            {lives.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <fieldset className="space-y-0.5">
          <legend className="text-sm font-medium">Scopes</legend>
          {scopes.map(({ scope, hint }) => (
            <CheckField
              key={scope}
              label={scope}
              hint={hint}
              value={scope}
              {...register('scopes', {
                validate: (chosen) => chosen.length > 0 || 'expected at least one scope',
              })}
            />
          ))}
          {formState.errors.scopes && (
            <p role="alert" className="text-xs text-breach">
              {formState.errors.scopes.message}
            </p>
          )}
        </fieldset>
      </div>
      {create.isError && <ErrorNote error={create.error} />}
      <Button type="submit" disabled={create.isPending}>
        {create.isPending ? 'Making…' : 'Make token'}
      </Button>
      {create.data && (
        <div role="status" className="space-y-2 rounded-md bg-pass-soft p-3">
          <p>Copy the token of {create.data.name} now: it is not shown again.</p>
          <div className="flex flex-wrap items-center gap-2">
            <code className="rounded bg-panel px-2 py-1 font-mono text-xs break-all">
              {create.data.token}
            </code>
            <CopyButton text={create.data.token} />
          </div>
        </div>
      )}
    </form>
  );
}
