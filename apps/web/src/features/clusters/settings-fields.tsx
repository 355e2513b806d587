'use client';

import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '@/components/ui/field';
import { type ClusterSettingsForm, checkCount, checkNamespace } from './cluster-form';

/** What runs find on a cluster, however it is reached. */
export function SettingsFields({
  form: { register, formState },
  prometheusServers,
  namespaceHint,
  isNamespaceNeeded = false,
}: {
  form: UseFormReturn<ClusterSettingsForm>;
  prometheusServers: readonly string[];
  namespaceHint: string;
  isNamespaceNeeded?: boolean;
}) {
  const servers = useId();
  const { errors } = formState;
  return (
    <>
      <TextField
        label="Namespace"
        placeholder="default"
        error={errors.namespace?.message}
        hint={namespaceHint}
        {...register('namespace', {
          validate: checkNamespace,
          ...(isNamespaceNeeded ? { required: 'expected the name of a namespace' } : {}),
        })}
      />
      <TextField
        label="Prometheus"
        placeholder="none"
        list={servers}
        error={errors.prometheusServer?.message}
        hint="Name of a Prometheus server of this project, or an address: what its runs are measured by"
        {...register('prometheusServer')}
      />
      <datalist id={servers}>
        {prometheusServers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Runs at a time"
          inputMode="numeric"
          error={errors.maxConcurrentRuns?.message}
          hint="Runs disturb one another, so one unless that is meant"
          {...register('maxConcurrentRuns', { validate: (text) => checkCount(text, 100) })}
        />
        <TextField
          label="Objects of a run"
          inputMode="numeric"
          error={errors.maxObjects?.message}
          hint="More than these are refused unless a definition asks for them"
          {...register('maxObjects', { validate: (text) => checkCount(text, 100_000) })}
        />
      </div>
    </>
  );
}
