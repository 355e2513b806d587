'use client';

import type { PrometheusServer } from '@proofload/contracts';
import type { UseFormReturn } from 'react-hook-form';
import { TextAreaField, TextField } from '@/components/ui/field';
import { findDelayProblem, parseHeaders, type ServerForm } from './server-form';

const monospace = 'font-mono text-xs';

/** What most servers need nothing of; open when this one does. */
export function CertificateFields({
  form: { register, formState },
  server,
}: {
  form: UseFormReturn<ServerForm>;
  server: PrometheusServer | null;
}) {
  const isUsed =
    server !== null &&
    (server.caCertificate !== null ||
      server.clientCertificate !== null ||
      server.delayMs !== null ||
      Object.keys(server.headers).length > 0);
  return (
    <details open={isUsed} className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-2 text-sm font-medium">
        Certificates, headers and delay
      </summary>
      <div className="space-y-3 px-3 pt-1 pb-3">
        <TextAreaField
          label="Certificate authority"
          className={monospace}
          spellCheck={false}
          placeholder="-----BEGIN CERTIFICATE-----"
          hint="PEM; checked instead of the authorities that the system knows"
          {...register('caCertificate')}
        />
        <TextAreaField
          label="Client certificate"
          className={monospace}
          spellCheck={false}
          placeholder="-----BEGIN CERTIFICATE-----"
          hint="PEM; for servers that ask for one"
          {...register('clientCertificate')}
        />
        <TextAreaField
          label="Key of the client certificate"
          className={monospace}
          spellCheck={false}
          placeholder="-----BEGIN PRIVATE KEY-----"
          hint={
            server?.clientCertificate
              ? 'PEM; empty keeps the stored one, as long as the host stays the same'
              : 'PEM; stored encrypted and never shown again'
          }
          {...register('clientKey')}
        />
        <TextAreaField
          label="More headers"
          className={monospace}
          spellCheck={false}
          placeholder="X-Team: bench"
          error={formState.errors.headers?.message}
          hint="Name: value, one a line. Readers of the project see them, so no secrets here"
          {...register('headers', { validate: (text) => parseHeaders(text).error })}
        />
        <TextField
          label="Delay in seconds"
          inputMode="decimal"
          error={formState.errors.delay?.message}
          hint="Data are asked for after this time. Empty fits the kind of server: 35 s for VictoriaMetrics, 5 s for others"
          {...register('delay', { validate: findDelayProblem })}
        />
      </div>
    </details>
  );
}
