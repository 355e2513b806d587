'use client';

import type { Token, TokenList } from '@proofload/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { answers } from '../api/answers';
import { callApi, callApiForNothing } from '../api/call-api';
import { CreateTokenForm } from './create-token-form';

/** Tokens for pipelines and scripts: made with scopes, shown once, revoked at any time. */
export function TokensPanel({ tokens: initial }: { tokens: TokenList }) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => callApi('/tokens', answers.tokenList, { signal }),
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
        <TokenTable tokens={active} onRevoke={setRevoking} />
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

function TokenTable({ tokens, onRevoke }: { tokens: readonly Token[]; onRevoke(token: Token): void }) {
  return (
    <Table label="Tokens">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Begins with</HeadCell>
          <HeadCell>Scopes</HeadCell>
          <HeadCell numeric>Made</HeadCell>
          <HeadCell numeric>Last used</HeadCell>
          <HeadCell numeric>Ends</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <Row key={token.id}>
            <Cell className="min-w-40 font-medium">{token.name}</Cell>
            <Cell className="font-mono text-xs">{token.prefix}…</Cell>
            <Cell>
              <span className="flex flex-wrap gap-1">
                {token.scopes.map((scope) => (
                  <Badge key={scope}>{scope}</Badge>
                ))}
              </span>
            </Cell>
            <Cell numeric>
              <Time at={token.createdAt} style="relative" />
            </Cell>
            <Cell numeric>
              {token.lastUsedAt ? (
                <Time at={token.lastUsedAt} style="relative" />
              ) : (
                <span className="text-muted">never</span>
              )}
            </Cell>
            <Cell numeric>
              {token.expiresAt ? (
                <Time at={token.expiresAt} style="short" />
              ) : (
                <span className="text-muted">never</span>
              )}
            </Cell>
            <Cell numeric className="py-1">
              <Button size="small" onClick={() => onRevoke(token)} aria-label={`Revoke ${token.name}`}>
                Revoke
              </Button>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
