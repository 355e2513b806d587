'use client';

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { TextField } from '@/components/ui/field';
import { Tabs } from '@/components/ui/tabs';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import {
  type ClusterSettingsForm,
  checkName,
  emptySettings,
  emptyToken,
  type TokenForm,
  toSettingsBody,
  toTokenCredentials,
} from './cluster-form';
import { type KubeconfigChoice, KubeconfigFields } from './kubeconfig-fields';
import { SettingsFields } from './settings-fields';
import { TokenFields } from './token-fields';

export interface AddClusterDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  prometheusServers: readonly string[];
  /** Called with the names of what was added. */
  onAdded(names: readonly string[]): Promise<void>;
}

/** Adds clusters from a kubeconfig, or one by a token or as the cluster that the worker runs in. */
export function AddClusterDialog({ open, onOpenChange, ...rest }: AddClusterDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a cluster"
      description="Credentials are stored encrypted, used for runs and health, and never shown again."
    >
      {/* What was typed goes with the dialog: it may be a secret. */}
      <AddCluster {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

type Way = 'kubeconfig' | 'token' | 'in-cluster';
type OwnProps = Pick<AddClusterDialogProps, 'prometheusServers' | 'onAdded'> & { onDone(): void };

function AddCluster(props: OwnProps) {
  const [way, setWay] = useState<Way>('kubeconfig');
  return (
    <Tabs
      label="How the cluster is reached"
      value={way}
      onValueChange={(value) => setWay(value as Way)}
      items={[
        { value: 'kubeconfig', label: 'Kubeconfig', content: <FromKubeconfig {...props} /> },
        { value: 'token', label: 'Token', content: <FromToken {...props} /> },
        { value: 'in-cluster', label: 'In the cluster', content: <InCluster {...props} /> },
      ]}
    />
  );
}

const create = (name: string, credentials: object, settings: ClusterSettingsForm) =>
  callApi('/clusters', answers.cluster, {
    method: 'POST',
    body: { name: name.trim(), credentials, ...toSettingsBody(settings) },
  });

function FromKubeconfig({ prometheusServers, onAdded, onDone }: OwnProps) {
  const form = useForm<ClusterSettingsForm>({ defaultValues: emptySettings });
  const [choice, setChoice] = useState<KubeconfigChoice>({ kubeconfig: '', contexts: [] });
  const add = useMutation({
    mutationFn: async (settings: ClusterSettingsForm) => {
      const left = [...choice.contexts];
      const added: string[] = [];
      // One after another: what was added before one is refused is not asked for again.
      for (const { context, name } of choice.contexts) {
        added.push(
          (await create(name, { kind: 'kubeconfig', kubeconfig: choice.kubeconfig, context }, settings)).name,
        );
        left.shift();
        setChoice({ ...choice, contexts: [...left] });
      }
      return added;
    },
    onSuccess: async (names) => {
      await onAdded(names);
      onDone();
    },
  });
  const { contexts } = choice;
  const isReady = contexts.length > 0 && contexts.every(({ name }) => checkName(name) === true);
  return (
    <form
      className="space-y-3"
      autoComplete="off"
      onSubmit={(event) => void form.handleSubmit((values) => add.mutate(values))(event)}
    >
      <KubeconfigFields choice={choice} onChange={setChoice} />
      <SettingsFields
        form={form}
        prometheusServers={prometheusServers}
        namespaceHint="Where objects of runs go; empty takes that of the context"
      />
      <FormEnd error={add.error} isBusy={add.isPending} isReady={isReady} onCancel={onDone}>
        {contexts.length > 1 ? `Add ${contexts.length} clusters` : 'Add'}
      </FormEnd>
    </form>
  );
}

function FromToken({ prometheusServers, onAdded, onDone }: OwnProps) {
  const form = useForm<ClusterSettingsForm>({ defaultValues: emptySettings });
  const token = useForm<TokenForm>({ defaultValues: emptyToken });
  const name = useForm<{ name: string }>({ defaultValues: { name: '' } });
  const add = useMutation({
    mutationFn: () => create(name.getValues('name'), toTokenCredentials(token.getValues()), form.getValues()),
    onSuccess: async (cluster) => {
      await onAdded([cluster.name]);
      onDone();
    },
  });
  const submit = async (): Promise<void> => {
    const checked = [await name.trigger(), await token.trigger(), await form.trigger()];
    if (checked.every(Boolean)) add.mutate();
  };
  return (
    <form
      className="space-y-3"
      autoComplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <NameField form={name} />
      <TokenFields form={token} />
      <SettingsFields
        form={form}
        prometheusServers={prometheusServers}
        namespaceHint="Where objects of runs go"
      />
      <FormEnd error={add.error} isBusy={add.isPending} isReady onCancel={onDone}>
        Add
      </FormEnd>
    </form>
  );
}

function InCluster({ prometheusServers, onAdded, onDone }: OwnProps) {
  const form = useForm<ClusterSettingsForm>({ defaultValues: emptySettings });
  const name = useForm<{ name: string }>({ defaultValues: { name: 'in-cluster' } });
  const add = useMutation({
    mutationFn: () => create(name.getValues('name'), { kind: 'in-cluster' }, form.getValues()),
    onSuccess: async (cluster) => {
      await onAdded([cluster.name]);
      onDone();
    },
  });
  const submit = async (): Promise<void> => {
    const checked = [await name.trigger(), await form.trigger()];
    if (checked.every(Boolean)) add.mutate();
  };
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="max-w-prose text-muted">
        The cluster that Proofload itself runs in, with the service account of its pods. Nothing is stored:
        the token is read where the pod is, each time anew.
      </p>
      <NameField form={name} />
      <SettingsFields
        form={form}
        prometheusServers={prometheusServers}
        namespaceHint="Where objects of runs go"
      />
      <FormEnd error={add.error} isBusy={add.isPending} isReady onCancel={onDone}>
        Add
      </FormEnd>
    </form>
  );
}

function NameField({
  form: { register, formState },
}: {
  form: ReturnType<typeof useForm<{ name: string }>>;
}) {
  return (
    <TextField
      label="Name"
      placeholder="kind-dev"
      error={formState.errors.name?.message}
      hint="Definitions name it: cluster: kind-dev"
      {...register('name', { validate: checkName })}
    />
  );
}

export function FormEnd({
  error,
  isBusy,
  isReady,
  onCancel,
  children,
}: {
  error: unknown;
  isBusy: boolean;
  isReady: boolean;
  onCancel(): void;
  children: ReactNode;
}) {
  return (
    <>
      {error !== null && <ErrorNote error={error} />}
      <div className="flex justify-end gap-2 pt-1">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={isBusy || !isReady}>
          {isBusy ? 'Saving…' : children}
        </Button>
      </div>
    </>
  );
}
