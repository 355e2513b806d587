import { findPrometheusAddressProblem, hasCredentials } from '@proofload/domain';
import { z } from 'zod';
import { instantSchema, nameSchema } from './fields.ts';

const prometheusUrlSchema = z
  .string()
  .trim()
  .max(2048)
  .pipe(z.url({ protocol: /^https?$/, error: 'expected an http or https address' }))
  .superRefine((address, problems) => {
    const message = hasCredentials(address)
      ? 'expected an address without user and password; they have fields of their own'
      : findPrometheusAddressProblem(address);
    if (message !== null) problems.addIssue({ code: 'custom', message });
  })
  .meta({
    description: 'With the prefix under which the API lies, without /api/v1',
    examples: ['https://mimir.example/prometheus'],
  });

/** What HTTP or this client sets itself, or what is a secret, which a header of this list is not. */
const reservedHeaders =
  /^(authorization|proxy-.*|cookie|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|content-.*|accept-encoding)$/i;
const maxHeaders = 20;
const headersSchema = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'expected the name of an HTTP header')
      .refine((name) => !reservedHeaders.test(name), 'expected a header that has no field of its own'),
    z.string().regex(/^[\x20-\x7e]{0,1000}$/, 'expected at most 1000 printable ASCII characters'),
  )
  .refine((headers) => Object.keys(headers).length <= maxHeaders, `expected at most ${maxHeaders} headers`)
  .meta({
    description: 'Sent with every call, such as X-Scope-OrgID. Readers see them: no place for secrets',
  });

const secretSchema = z.string().min(1).max(8192);
const tokenSecretSchema = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,8192}$/, 'expected a token of printable ASCII characters without spaces');
const usernameSchema = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^:\p{Cc}]*$/u, 'expected a user name without a colon');
const pemSchema = (what: string) =>
  z
    .string()
    .trim()
    .max(65_536)
    .regex(/-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----/, `expected ${what} in PEM`);

/** Secrets are written and never read; one that is left out stays what it is. */
const authInputSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('basic'),
      username: usernameSchema,
      password: secretSchema
        .optional()
        .meta({ description: 'Write-only; absent keeps the one that is stored' }),
    }),
    z.strictObject({
      kind: z.literal('bearer'),
      token: tokenSecretSchema
        .optional()
        .meta({ description: 'Write-only; absent keeps the one that is stored' }),
    }),
  ],
  { error: 'expected the kind none, basic or bearer' },
);

export const savePrometheusServerSchema = z
  .strictObject({
    url: prometheusUrlSchema,
    headers: headersSchema.default({}),
    auth: authInputSchema.default({ kind: 'none' }),
    caCertificate: pemSchema('the certificates of an authority').nullable().default(null).meta({
      description: 'PEM; its certificate is checked against this instead of the authorities of the system',
    }),
    clientCertificate: pemSchema('a certificate').nullable().default(null).meta({
      description: 'PEM; shown to servers that ask for one',
    }),
    clientKey: pemSchema('a private key').optional().meta({
      description:
        'PEM of the key of the client certificate. Write-only; absent keeps the one that is stored',
    }),
    delayMs: z.int().min(0).max(600_000).nullable().default(null).meta({
      description:
        'How far the data lie behind, in milliseconds: they are asked for after this time. Null takes what fits the kind of server',
    }),
  })
  .meta({ id: 'SavePrometheusServer' });
export type SavePrometheusServer = z.infer<typeof savePrometheusServerSchema>;

export const createPrometheusServerSchema = savePrometheusServerSchema
  .extend({ name: nameSchema })
  .meta({ id: 'CreatePrometheusServer' });
export type CreatePrometheusServer = z.infer<typeof createPrometheusServerSchema>;

export const prometheusServerSchema = z
  .object({
    name: nameSchema,
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    auth: z.object({
      kind: z.enum(['none', 'basic', 'bearer']),
      username: z.string().nullable(),
    }),
    caCertificate: z.string().nullable(),
    clientCertificate: z.string().nullable(),
    delayMs: z.number().int().nullable(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    updatedBy: z.string(),
  })
  .meta({ id: 'PrometheusServer', description: 'Without its secrets, which are never given out' });
export type PrometheusServer = z.infer<typeof prometheusServerSchema>;

export const prometheusServerListSchema = z
  .object({ items: z.array(prometheusServerSchema) })
  .meta({ id: 'PrometheusServerList' });
export type PrometheusServerList = z.infer<typeof prometheusServerListSchema>;

export const prometheusServerCheckSchema = z
  .object({
    reachable: z.boolean().meta({ description: 'Whether it answered a query' }),
    error: z.string().nullable().meta({ description: 'Why it did not, as the server said it' }),
    flavour: z
      .string()
      .nullable()
      .meta({ description: 'Such as Prometheus, Grafana Mimir, VictoriaMetrics' }),
    version: z.string().nullable(),
    series: z.number().nullable().meta({ description: 'Series that it holds, as far as it tells' }),
    targets: z.number().nullable().meta({ description: 'Series of `up`: targets that are scraped' }),
    durationMs: z.number().meta({ description: 'Time that the query took' }),
  })
  .meta({ id: 'PrometheusServerCheck' });
export type PrometheusServerCheck = z.infer<typeof prometheusServerCheckSchema>;
