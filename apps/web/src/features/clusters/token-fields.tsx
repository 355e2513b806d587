'use client';

import type { UseFormReturn } from 'react-hook-form';
import { CheckField, TextAreaField, TextField } from '@/components/ui/field';
import type { TokenForm } from './cluster-form';

const monospace = 'font-mono text-xs';

/** Address and token of a service account. */
export function TokenFields({ form: { register, formState, watch } }: { form: UseFormReturn<TokenForm> }) {
  const { errors } = formState;
  return (
    <>
      <TextField
        label="Address of the API server"
        placeholder="https://10.0.0.1:6443"
        spellCheck={false}
        error={errors.server?.message}
        hint="kubectl config view --minify -o jsonpath='{.clusters[0].cluster.server}'"
        {...register('server', { required: 'expected an address' })}
      />
      <TextField
        label="Token"
        type="password"
        autoComplete="new-password"
        error={errors.token?.message}
        hint="Of a service account; stored encrypted and never shown again"
        {...register('token', { required: 'expected a token' })}
      />
      <TextAreaField
        label="Certificate authority"
        className={monospace}
        spellCheck={false}
        placeholder="-----BEGIN CERTIFICATE-----"
        error={errors.caCertificate?.message}
        hint="PEM; empty takes the authorities that the system of the server knows"
        {...register('caCertificate')}
      />
      <details className="rounded-md border border-line">
        <summary className="cursor-pointer px-3 py-2 text-sm font-medium">
          Server name, proxy and trust
        </summary>
        <div className="space-y-3 px-3 pt-1 pb-3">
          <TextField
            label="Name in its certificate"
            placeholder="kubernetes.default.svc"
            hint="When the address is another"
            {...register('tlsServerName')}
          />
          <TextField
            label="HTTP proxy"
            placeholder="http://proxy:3128"
            hint="On the way to it, without user and password"
            {...register('proxyUrl')}
          />
          <CheckField
            label="Do not check its certificate"
            hint={
              watch('insecureSkipTlsVerify')
                ? 'Whoever is on the way can read the token and act with it'
                : 'For throwaway clusters alone'
            }
            {...register('insecureSkipTlsVerify')}
          />
        </div>
      </details>
    </>
  );
}
