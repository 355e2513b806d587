'use client';

import type { Cluster } from '@proofload/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Dialog } from '@/components/ui/dialog';
import { SelectField } from '@/components/ui/field';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { FormEnd } from './add-cluster-dialog';
import {
  type ClusterSettingsForm,
  emptyToken,
  type TokenForm,
  toSettingsBody,
  toSettingsForm,
  toTokenCredentials,
} from './cluster-form';
import { type KubeconfigChoice, KubeconfigFields } from './kubeconfig-fields';
import { SettingsFields } from './settings-fields';
import { TokenFields } from './token-fields';

interface ChangeClusterDialogProps {
  cluster: Cluster;
  open: boolean;
  onOpenChange(open: boolean): void;
  prometheusServers: readonly string[];
  onSaved(): Promise<void>;
}

/** Changes what runs find on a cluster, or gives it new credentials with the address that they are for. */
export function ChangeClusterDialog({ open, onOpenChange, ...rest }: ChangeClusterDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Change ${rest.cluster.name}`}>
      <ChangeCluster {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

type Way = 'keep' | 'kubeconfig' | 'token' | 'in-cluster';

function ChangeCluster({
  cluster,
  prometheusServers,
  onSaved,
  onDone,
}: Omit<ChangeClusterDialogProps, 'open' | 'onOpenChange'> & { onDone(): void }) {
  const form = useForm<ClusterSettingsForm>({ defaultValues: toSettingsForm(cluster) });
  const token = useForm<TokenForm>({
    defaultValues: {
      ...emptyToken,
      server: cluster.server ?? '',
      caCertificate: cluster.caCertificate ?? '',
    },
  });
  const [way, setWay] = useState<Way>('keep');
  const [choice, setChoice] = useState<KubeconfigChoice>({ kubeconfig: '', contexts: [] });
  const save = useMutation({
    mutationFn: () =>
      callApi(`/clusters/${cluster.name}`, answers.cluster, {
        method: 'PUT',
        body: { ...toSettingsBody(form.getValues()), ...toCredentials(way, token.getValues(), choice) },
      }),
    onSuccess: async () => {
      await onSaved();
      onDone();
    },
  });
  const submit = async (): Promise<void> => {
    const checked = [await form.trigger(), way === 'token' ? await token.trigger() : true];
    if (checked.every(Boolean)) save.mutate();
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
      <SelectField
        label="Credentials"
        hint="An address never changes without new credentials, so that stored ones go nowhere else"
        value={way}
        onChange={(event) => setWay(event.target.value as Way)}
      >
        <option value="keep">keep those that are stored</option>
        <option value="kubeconfig">new ones from a kubeconfig</option>
        <option value="token">a new token</option>
        <option value="in-cluster">the account of the pod, in the cluster</option>
      </SelectField>
      {way === 'kubeconfig' && <KubeconfigFields choice={choice} onChange={setChoice} isSingle />}
      {way === 'token' && <TokenFields form={token} />}
      <SettingsFields
        form={form}
        prometheusServers={prometheusServers}
        namespaceHint="Where objects of runs go"
        isNamespaceNeeded
      />
      <FormEnd
        error={save.error}
        isBusy={save.isPending}
        isReady={way !== 'kubeconfig' || choice.contexts.length === 1}
        onCancel={onDone}
      >
        Save
      </FormEnd>
    </form>
  );
}

function toCredentials(way: Way, token: TokenForm, { kubeconfig, contexts }: KubeconfigChoice): object {
  if (way === 'keep') return {};
  if (way === 'token') return { credentials: toTokenCredentials(token) };
  if (way === 'in-cluster') return { credentials: { kind: way } };
  return { credentials: { kind: way, kubeconfig, context: contexts[0]?.context ?? '' } };
}
