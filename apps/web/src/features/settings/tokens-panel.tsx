'use client';

import {
  createdTokenSchema,
  type Scope,
  type Token,
  type TokenList,
  tokenListSchema,
} from '@proofload/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, TextField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { callApi, callApiForNothing } from '../api/call-api';

const scopes: readonly { scope: Scope; hint: string }[] = [
  { scope: 'read', hint: 'See experiments, runs, comparisons and reports' },
  { scope: 'ingest', hint: 'Open runs and send data into them' },
  { scope: 'launch', hint: 'Save experiments, launch and cancel' },
  { scope: 'admin', hint: 'Everything, including tokens' },
];

/** Tokens for pipelines and scripts: made with scopes, shown once, revoked at any time. */
export function TokensPanel({ tokens: initial }: { tokens: TokenList }) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => callApi('/tokens', tokenListSchema, { signal }),
    initialData: initial,
  });
  const [revoking, setRevoking] = useState<Token | null>(null);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['tokens'] });
  const active = data.items.filter(({ revokedAt }) => revokedAt === null);
  return (
    <Panel title="Tokens" description="For pipelines and scripts, sent as “Authorization: Bearer …”.">
      <PanelBody className="border-b border-line">
        <CreateTokenForm onCreated={refresh} />
      </PanelBody>
      {active.length === 0 ? (
        <EmptyState title="No tokens">
          <p>A token made above appears here until it is revoked.</p>
        </EmptyState>
      ) : (
        <Table label="Tokens">
          <thead>
            <tr>
              <HeadCell>Name</HeadCell>
              <HeadCell>Begins with</HeadCell>
              <HeadCell>Scopes</HeadCell>
              <HeadCell numeric>Made</HeadCell>
              <HeadCell numeric>Last used</HeadCell>
              <HeadCell>
                <span className="sr-only">Actions</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {active.map((token) => (
              <Row key={token.id}>
                <Cell className="font-medium">{token.name}</Cell>
                <Cell className="font-mono text-xs">{token.prefix}…</Cell>
                <Cell>
                  <span className="flex flex-wrap gap-1">
                    {token.scopes.map((scope) => (
                      <Badge key={scope}>{scope}</Badge>
                    ))}
                  </span>
                </Cell>
                <Cell numeric>
                  <Time at={token.createdAt} style="short" />
                </Cell>
                <Cell numeric>
                  {token.lastUsedAt ? <Time at={token.lastUsedAt} style="short" /> : 'never'}
                </Cell>
                <Cell numeric>
                  <Button
                    size="small"
                    variant="danger"
                    onClick={() => setRevoking(token)}
                    aria-label={`Revoke ${token.name}`}
                  >
                    Revoke
                  </Button>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={() => setRevoking(null)}
        title={`Revoke ${revoking?.name ?? ''}?`}
        action="Revoke the token"
        onConfirm={async () => {
          if (revoking) await callApiForNothing(`/tokens/${revoking.id}`, { method: 'DELETE' });
          await refresh();
        }}
      >
        <p>Whatever uses this token is refused from now on. It cannot be brought back.</p>
      </ConfirmDialog>
    </Panel>
  );
}

interface TokenForm {
  name: string;
  scopes: Scope[];
}

function CreateTokenForm({ onCreated }: { onCreated(): Promise<void> }) {
  const { register, handleSubmit, formState, reset } = useForm<TokenForm>({
    defaultValues: { name: '', scopes: ['read'] },
  });
  const create = useMutation({
    mutationFn: (body: TokenForm) => callApi('/tokens', createdTokenSchema, { method: 'POST', body }),
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
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          placeholder="ci-pipeline"
          error={formState.errors.name?.message}
          {...register('name', {
            required: 'expected a name',
            maxLength: { value: 100, message: 'expected at most 100 characters' },
          })}
        />
        <fieldset>
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
            <p className="text-xs text-breach">{formState.errors.scopes.message}</p>
          )}
        </fieldset>
      </div>
      {create.isError && <ErrorNote error={create.error} />}
      <Button type="submit" disabled={create.isPending}>
        Make token
      </Button>
      {create.data && (
        <div role="status" className="space-y-2 rounded-md bg-pass-soft p-3">
          <p>Copy the token now: it is not shown again.</p>
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
