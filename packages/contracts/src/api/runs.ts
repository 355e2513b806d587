import { amountSchema } from '@proofload/domain';
import { z } from 'zod';
import {
  betterSchema,
  idSchema,
  instantSchema,
  labelsSchema,
  nameSchema,
  pageQuerySchema,
  paramsSchema,
  runOutcomeSchema,
  runStatusSchema,
  urlSchema,
  verdictSchema,
} from './fields.ts';
import { seriesKindSchema } from './series.ts';

export const measurementSchema = z
  .object({
    value: z.number().nullable().meta({ description: 'null when there was no data, or only a range' }),
    amount: amountSchema.optional().meta({
      description: 'What is known of a value that lies in a range or beyond a bound, in its unit',
    }),
    unit: z.string().nullable(),
    better: betterSchema,
    samples: z.number().int().meta({ description: 'Raw observations behind the value' }),
    spread: z
      .object({ min: z.number(), max: z.number(), stddev: z.number().nullable() })
      .nullable()
      .meta({ description: 'Spread within the run, in the unit of the value' }),
    window: z.object({ name: z.string(), from: instantSchema, to: instantSchema }).nullable(),
    note: z.string().nullable().meta({ description: 'Why there is no value, or what limits it' }),
  })
  .meta({ id: 'Measurement' });
export type Measurement = z.infer<typeof measurementSchema>;

export const sloResultSchema = z
  .object({
    name: z.string(),
    objective: z.string(),
    measurement: z.string().nullable(),
    met: z.boolean().nullable(),
    value: z.number().nullable(),
    amount: amountSchema.optional().meta({
      description: 'What is known of a value that is not known exactly; absent in results of before',
    }),
    unit: z.string().nullable(),
    breaches: z.array(z.object({ from: instantSchema, to: instantSchema, worst: z.number().nullable() })),
    note: z.string().nullable(),
  })
  .meta({ id: 'SloResult' });
export type SloResult = z.infer<typeof sloResultSchema>;

export const phaseSchema = z
  .object({ name: z.string(), from: instantSchema, to: instantSchema.nullable() })
  .meta({ id: 'Phase' });
export type Phase = z.infer<typeof phaseSchema>;

export const annotationSchema = z
  .object({ id: idSchema, at: instantSchema, text: z.string(), labels: labelsSchema })
  .meta({ id: 'Annotation' });
export type Annotation = z.infer<typeof annotationSchema>;

/** A stretch of time in which a window lies in one run. */
export const stretchSchema = z
  .strictObject({ from: instantSchema, to: instantSchema })
  .meta({ id: 'Stretch' });

/** Where figures were published. */
export const citationSchema = z
  .strictObject({
    title: z.string().min(1).max(300),
    url: z.url({ protocol: /^https?$/, error: 'expected an http or https address' }).max(2048),
    publisher: z.string().max(200).optional(),
    published: z.string().max(40).optional().meta({ description: 'When, as its publisher says it' }),
  })
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof citationSchema>;

/** What limits how far a run can be believed. */
export const validityFindingSchema = z
  .object({
    kind: z.enum(['dropped-iterations', 'generator', 'gap', 'coverage']),
    limits: z.boolean().meta({ description: 'Whether the run counts as limited for it' }),
    message: z.string(),
  })
  .meta({ id: 'ValidityFinding' });
export type ValidityFinding = z.infer<typeof validityFindingSchema>;

export const runSummarySchema = z
  .object({
    id: idSchema,
    name: z.string(),
    url: urlSchema,
    experiment: nameSchema.nullable(),
    experimentVersion: z.number().int().nullable(),
    sweep: idSchema.nullable(),
    status: runStatusSchema,
    outcome: runOutcomeSchema.nullable(),
    verdict: verdictSchema.nullable(),
    reason: z.string().nullable().meta({ description: 'Why it ended as it did, in a sentence' }),
    executor: z.string(),
    params: paramsSchema,
    labels: labelsSchema,
    treatment: z.string().meta({ description: 'Canonical key of the params, such as `workers=2`' }),
    replicate: z.number().int().nullable(),
    cluster: nameSchema
      .nullable()
      .meta({ description: 'Where it is executed; null for the host of a worker' }),
    retryOf: idSchema.nullable().meta({ description: 'The run that this one repeats' }),
    createdAt: instantSchema,
    startedAt: instantSchema.nullable(),
    finishedAt: instantSchema.nullable(),
    evaluatedVersion: z.number().int().nullable().meta({
      description:
        'The version of the experiment that made the measurements; null before, and without an experiment',
    }),
    windows: z
      .record(z.string(), stretchSchema)
      .meta({ description: 'Windows of this run alone, in place of those of the definition' }),
    measurements: z.record(z.string(), measurementSchema),
    slos: z.array(sloResultSchema),
    pinned: z
      .object({ at: instantSchema, by: z.string() })
      .nullable()
      .meta({ description: 'A pinned run keeps everything, whatever the rules of its project say' }),
    samplesExpiredAt: instantSchema.nullable().meta({
      description: 'When a rule of the project removed the samples; measurements stay as they were',
    }),
    artifactsExpiredAt: instantSchema.nullable(),
    logsExpiredAt: instantSchema.nullable(),
    validity: z
      .array(validityFindingSchema)
      .optional()
      .meta({ description: 'Found when the run was evaluated; absent for runs of before' }),
    citation: citationSchema
      .nullable()
      .meta({ description: 'Where the figures were published, for a run that nobody executed here' }),
  })
  .meta({ id: 'RunSummary' });
export type RunSummary = z.infer<typeof runSummarySchema>;

export const runSchema = runSummarySchema
  .extend({
    attempt: z.number().int(),
    position: z.number().int().nullable().meta({ description: 'Place in the order of its sweep, from 1' }),
    retriedBy: idSchema.nullable().meta({ description: 'The run that repeats this one' }),
    revision: z.number().int().meta({ description: 'Grows with every change of the run' }),
    evaluation: z.number().int().meta({ description: 'Number of the newest evaluation, from 1' }),
    cancelRequested: z.boolean(),
    objects: z.enum(['present', 'kept', 'gone']).nullable().meta({
      description:
        'Of a run on a cluster: whether its objects may still be there, were left on purpose, or are gone',
    }),
    cluster: z
      .object({ name: z.string(), namespace: z.string() })
      .nullable()
      .meta({ description: 'Where its objects are or were; null for runs elsewhere' }),
    phases: z.array(phaseSchema),
    annotations: z.array(annotationSchema),
    environment: z.record(z.string(), z.string()),
    warnings: z.array(z.string()).meta({ description: 'Gaps, folded series, failed scrapes and the like' }),
    artifacts: z.array(
      z.object({
        name: z.string(),
        contentType: z.string(),
        size: z.number().int(),
        sha256: z.string(),
        url: z.string(),
        expiredAt: instantSchema.nullable().meta({ description: 'From when on it cannot be downloaded' }),
      }),
    ),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof runSchema>;

export const runListSchema = z
  .object({
    items: z.array(runSummarySchema),
    nextCursor: z.string().nullable(),
    total: z.number().int(),
    totalIsExact: z.boolean().meta({ description: 'False when there are more than `total`' }),
  })
  .meta({ id: 'RunList' });
export type RunList = z.infer<typeof runListSchema>;

export const listRunsQuerySchema = pageQuerySchema.extend({
  filter: z.string().max(4096).optional(),
  sort: z.string().max(256).optional().meta({
    description: '`-createdAt`, `name`, `status`, a measurement or a numeric parameter; `-` for descending',
  }),
  experiment: nameSchema.optional(),
  sweep: idSchema.optional(),
});
export type ListRunsQuery = z.infer<typeof listRunsQuerySchema>;

export const deleteRunQuerySchema = z.object({
  pinned: z
    .enum(['keep', 'delete'])
    .default('keep')
    .meta({ description: 'What becomes of the run when it is pinned: `keep` refuses to delete it' }),
});
export type DeleteRunQuery = z.infer<typeof deleteRunQuerySchema>;

export const openRunSchema = z
  .strictObject({
    experiment: nameSchema.optional(),
    name: z.string().min(1).max(200).optional(),
    params: paramsSchema.default({}),
    labels: labelsSchema.default({}),
    startedAt: instantSchema.optional(),
    environment: z
      .record(z.string().min(1).max(128), z.string().max(1024))
      .refine((facts) => Object.keys(facts).length <= 200, 'expected at most 200 facts')
      .optional()
      .meta({ description: 'Facts that may differ between runs without being factors, such as `nodes`' }),
    citation: citationSchema.optional(),
  })
  .meta({ id: 'OpenRun' });
export type OpenRun = z.infer<typeof openRunSchema>;

export const runRefSchema = z.object({ id: idSchema, url: urlSchema }).meta({ id: 'RunRef' });
export type RunRef = z.infer<typeof runRefSchema>;

export const addPhaseSchema = z
  .strictObject({ name: z.string().min(1).max(100), from: instantSchema, to: instantSchema.optional() })
  .meta({ id: 'AddPhase' });
export type AddPhase = z.infer<typeof addPhaseSchema>;

export const addAnnotationSchema = z
  .strictObject({ at: instantSchema, text: z.string().min(1).max(2000), labels: labelsSchema.default({}) })
  .meta({ id: 'AddAnnotation' });
export type AddAnnotation = z.infer<typeof addAnnotationSchema>;

export const changeAnnotationSchema = z
  .strictObject({ at: instantSchema.optional(), text: z.string().min(1).max(2000).optional() })
  .meta({ id: 'ChangeAnnotation' });
export type ChangeAnnotation = z.infer<typeof changeAnnotationSchema>;

export const reportedValueSchema = z
  .strictObject({
    value: z
      .union(
        [z.number(), z.string().min(1).max(100)],
        'expected a number, or a text such as `61.5 min`, `10-20 s`, `>= 150 s` or `over 75`',
      )
      .meta({ description: 'A number in `unit`, or a text with a number, a range or a bound, and its unit' }),
    unit: z.string().min(1).max(40).optional(),
    note: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'Where it comes from, or what limits it' }),
  })
  .meta({ id: 'ReportedValue' });

export const reportMeasurementsSchema = z
  .strictObject({
    measurements: z
      .record(
        z
          .string()
          .regex(
            /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
            'expected a letter or underscore, then letters, digits, hyphens or underscores (64 at most)',
          ),
        z.union([z.number(), z.string().min(1).max(100), reportedValueSchema]),
      )
      .refine((values) => {
        const count = Object.keys(values).length;
        return count >= 1 && count <= 200;
      }, 'expected 1 to 200 measurements'),
  })
  .meta({ id: 'ReportMeasurements' });
export type ReportMeasurements = z.infer<typeof reportMeasurementsSchema>;

export const finishRunSchema = z
  .strictObject({
    outcome: runOutcomeSchema.exclude(['cancelled']).default('completed'),
    reason: z.string().max(2000).optional(),
    finishedAt: instantSchema.optional(),
  })
  .meta({ id: 'FinishRun' });
export type FinishRun = z.infer<typeof finishRunSchema>;

export const ingestQuerySchema = z.object({
  part: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
      'expected 1 to 64 letters, digits, dots, hyphens and underscores',
    )
    .optional()
    .meta({
      description:
        'Name of the upload: another one with the same name replaces it, one with another name adds to it',
    }),
});
export type IngestQuery = z.infer<typeof ingestQuerySchema>;

/** What `PUT /runs/{id}/results` takes. */
export const resultFormatSchema = z.enum(['kube-burner', 'clusterloader2', 'iperf3', 'csv']);
export type ResultFormat = z.infer<typeof resultFormatSchema>;

export const ingestResultsQuerySchema = ingestQuerySchema.extend({
  format: resultFormatSchema.optional().meta({ description: 'Told by the content when it is left out' }),
  time: z.string().min(1).max(256).optional().meta({
    description: 'CSV: the column with the time of each record; `time` or `timestamp` when it is left out',
  }),
  kind: seriesKindSchema.optional().meta({
    description: 'CSV: what the values are, unless a column `kind` says it; `gauge` when it is left out',
  }),
  labels: z.string().min(1).max(2048).optional().meta({
    description: 'CSV: comma-separated columns that hold labels although their values are numbers',
  }),
});
export type IngestResultsQuery = z.infer<typeof ingestResultsQuerySchema>;

/** Answer of every ingest call: what is now stored of that upload. */
export const ingestReportSchema = z
  .object({
    format: z.string().meta({
      description:
        '`k6-ndjson`, `k6-csv`, `k6-summary-export`, `k6-handle-summary`, `k6-machine-summary`, `openmetrics`, `kube-burner`, `clusterloader2`, `iperf3`, `csv`',
    }),
    samples: z.number().int(),
    series: z.number().int(),
    lines: z.number().int(),
    bytes: z.number().int(),
    from: instantSchema.nullable(),
    to: instantSchema.nullable(),
    unchanged: z.boolean().meta({ description: 'True when the same bytes were stored before' }),
    warnings: z.array(z.string()),
    notes: z
      .array(z.string())
      .meta({ description: 'How the content was understood, such as the unit of its times' }),
  })
  .meta({ id: 'IngestReport' });
export type IngestReport = z.infer<typeof ingestReportSchema>;

export const logQuerySchema = z.object({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
});
export type LogQuery = z.infer<typeof logQuerySchema>;
export const runLogSchema = z
  .object({
    lines: z.array(
      z.object({
        seq: z.number().int(),
        at: instantSchema,
        level: z.enum(['debug', 'info', 'warn', 'error']),
        message: z.string(),
      }),
    ),
    expiredAt: instantSchema
      .nullable()
      .meta({ description: 'When a rule of the project removed the lines that were there before' }),
  })
  .meta({ id: 'RunLog' });
export type RunLog = z.infer<typeof runLogSchema>;
