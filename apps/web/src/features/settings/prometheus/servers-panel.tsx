'use client';

import type { PrometheusServer, PrometheusServerList } from '@proofload/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { answers } from '../../api/answers';
import { callApi, callApiForNothing } from '../../api/call-api';
import { ServerCheck } from './server-check';
import { ServerDialog } from './server-dialog';

/** The Prometheus servers of the project: added, checked, changed and deleted. Secrets are only ever written. */
export function ServersPanel({ servers: initial }: { servers: PrometheusServerList }) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['prometheus-servers'],
    queryFn: ({ signal }) => callApi('/prometheus-servers', answers.prometheusServerList, { signal }),
    initialData: initial,
  });
  const [editing, setEditing] = useState<PrometheusServer | 'new' | null>(null);
  const [deleting, setDeleting] = useState<PrometheusServer | null>(null);
  const [asked, setAsked] = useState<Readonly<Record<string, number>>>({});
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['prometheus-servers'] });
  const check = (name: string): void =>
    setAsked((before) => ({ ...before, [name]: (before[name] ?? 0) + 1 }));
  const addButton = (
    <Button size="small" onClick={() => setEditing('new')}>
      <Plus aria-hidden className="size-4" />
      Add a server
    </Button>
  );
  return (
    <Panel
      title="Servers of this project"
      description="Definitions name them in place of an address; credentials stay here, encrypted."
      actions={data.items.length > 0 && addButton}
    >
      {data.items.length === 0 ? (
        <EmptyState title="No Prometheus servers" action={addButton}>
          <p>
            A server added here can be named by the sources of a definition, with its prefix, tenant,
            credentials and certificates. One that wants none of that can also be named by its address.
          </p>
        </EmptyState>
      ) : (
        <ServerTable
          servers={data.items}
          asked={asked}
          onCheck={check}
          onEdit={setEditing}
          onDelete={setDeleting}
        />
      )}
      <ServerDialog
        server={editing === 'new' ? null : editing}
        open={editing !== null}
        onOpenChange={() => setEditing(null)}
        onSaved={async (name) => {
          await refresh();
          check(name);
        }}
      />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={`Delete ${deleting?.name ?? ''}?`}
        action="Delete the server"
        onConfirm={async () => {
          if (deleting) await callApiForNothing(`/prometheus-servers/${deleting.name}`, { method: 'DELETE' });
          await refresh();
        }}
      >
        <p>
          Its address and credentials are forgotten. Experiments that name it cannot be launched until there
          is one of this name again, and runs that read from it lose that source. What was measured stays.
        </p>
      </ConfirmDialog>
    </Panel>
  );
}

const authWords = { none: 'none', basic: 'user and password', bearer: 'bearer token' } as const;

function ServerTable({
  servers,
  asked,
  onCheck,
  onEdit,
  onDelete,
}: {
  servers: readonly PrometheusServer[];
  asked: Readonly<Record<string, number>>;
  onCheck(name: string): void;
  onEdit(server: PrometheusServer): void;
  onDelete(server: PrometheusServer): void;
}) {
  return (
    <Table label="Prometheus servers">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Address</HeadCell>
          <HeadCell>Authentication</HeadCell>
          <HeadCell>Check</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {servers.map((server) => (
          <Row key={server.name}>
            <Cell className="min-w-28 font-medium">{server.name}</Cell>
            <Cell className="min-w-56 font-mono text-xs break-all">
              {server.url}
              {Object.entries(server.headers).map(([name, value]) => (
                <span key={name} className="block text-muted">
                  {name}: {value}
                </span>
              ))}
            </Cell>
            <Cell>
              {authWords[server.auth.kind]}
              {server.auth.username !== null && (
                <span className="block text-xs text-muted">{server.auth.username}</span>
              )}
              {server.clientCertificate !== null && (
                <span className="block text-xs text-muted">client certificate</span>
              )}
            </Cell>
            <Cell className="min-w-44">
              <ServerCheck name={server.name} asked={asked[server.name] ?? 0} />
            </Cell>
            <Cell className="py-1 text-right whitespace-nowrap">
              <span className="inline-flex gap-1.5">
                <Button size="small" onClick={() => onCheck(server.name)} aria-label={`Check ${server.name}`}>
                  Check
                </Button>
                <Button size="small" onClick={() => onEdit(server)} aria-label={`Change ${server.name}`}>
                  Change
                </Button>
                <Button size="small" onClick={() => onDelete(server)} aria-label={`Delete ${server.name}`}>
                  Delete
                </Button>
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
