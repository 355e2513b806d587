'use client';

import type { PrometheusServer } from '@proofload/contracts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField, TextField } from '@/components/ui/field';
import { answers } from '../../api/answers';
import { callApi } from '../../api/call-api';
import { CertificateFields } from './certificate-fields';
import { emptyServerForm, type ServerForm, toServerBody, toServerForm } from './server-form';

export interface ServerDialogProps {
  /** The server to change; null adds one. */
  server: PrometheusServer | null;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Called with the name of what was saved. */
  onSaved(name: string): Promise<void>;
}

/** Adds a Prometheus server, or changes one; its secrets are written and never shown. */
export function ServerDialog({ server, open, onOpenChange, onSaved }: ServerDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={server ? `Change ${server.name}` : 'Add a Prometheus server'}
      description="Prometheus, Thanos, Mimir, VictoriaMetrics: whatever speaks the Prometheus API."
    >
      <ServerFields
        key={server?.name ?? ''}
        server={server}
        onSaved={onSaved}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

function ServerFields({
  server,
  onSaved,
  onDone,
}: Pick<ServerDialogProps, 'server' | 'onSaved'> & { onDone(): void }) {
  const form = useForm<ServerForm>({ defaultValues: server ? toServerForm(server) : emptyServerForm });
  const { register, handleSubmit, formState } = form;
  const save = useMutation({
    mutationFn: (values: ServerForm) =>
      server
        ? callApi(`/prometheus-servers/${server.name}`, answers.prometheusServer, {
            method: 'PUT',
            body: toServerBody(values),
          })
        : callApi('/prometheus-servers', answers.prometheusServer, {
            method: 'POST',
            body: { name: values.name.trim(), ...toServerBody(values) },
          }),
    onSuccess: async ({ name }) => {
      await onSaved(name);
      onDone();
    },
  });
  return (
    <form
      className="space-y-3"
      autoComplete="off"
      onSubmit={(event) => void handleSubmit((values) => save.mutate(values))(event)}
    >
      {!server && (
        <TextField
          label="Name"
          placeholder="mimir"
          error={formState.errors.name?.message}
          hint="Definitions name it: prometheus: {server: mimir}"
          {...register('name', {
            validate: (name) =>
              /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name.trim()) ||
              'expected 1 to 63 lower-case letters, digits and inner hyphens',
          })}
        />
      )}
      <TextField
        label="Address"
        placeholder="https://mimir.example/prometheus"
        inputMode="url"
        error={formState.errors.url?.message}
        hint="With the prefix of its API, if any, without /api/v1"
        {...register('url', {
          validate: (url) => /^https?:\/\/[^\s]+$/i.test(url.trim()) || 'expected an http or https address',
        })}
      />
      <TextField
        label="Tenant"
        hint="Sent as X-Scope-OrgID; empty sends none"
        {...register('tenant', { maxLength: { value: 1000, message: 'expected at most 1000 characters' } })}
      />
      <AuthFields form={form} server={server} />
      <CertificateFields form={form} server={server} />
      {save.isError && <ErrorNote error={save.error} />}
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {save.isPending ? 'Saving…' : server ? 'Save' : 'Add'}
        </Button>
      </div>
    </form>
  );
}

function AuthFields({
  form: { register, formState, watch },
  server,
}: {
  form: ReturnType<typeof useForm<ServerForm>>;
  server: PrometheusServer | null;
}) {
  const kind = watch('authKind');
  const isStored = server !== null && server.auth.kind === kind;
  const secretRules = isStored ? {} : { required: `expected a ${kind === 'basic' ? 'password' : 'token'}` };
  return (
    <>
      <SelectField label="Authentication" {...register('authKind')}>
        <option value="none">none</option>
        <option value="basic">user and password</option>
        <option value="bearer">bearer token</option>
      </SelectField>
      {kind === 'basic' && (
        <TextField
          label="User"
          autoComplete="off"
          error={formState.errors.username?.message}
          {...register('username', { required: 'expected a user' })}
        />
      )}
      {kind !== 'none' && (
        <TextField
          label={kind === 'basic' ? 'Password' : 'Token'}
          type="password"
          autoComplete="new-password"
          error={formState.errors.secret?.message}
          hint={
            isStored
              ? 'Empty keeps the stored one, as long as the host stays the same'
              : 'Stored encrypted and never shown again'
          }
          {...register('secret', secretRules)}
        />
      )}
    </>
  );
}
