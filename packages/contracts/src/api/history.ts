import { amountSchema } from '@proofload/domain';
import { z } from 'zod';
import {
  betterSchema,
  idSchema,
  instantSchema,
  nameSchema,
  paramsSchema,
  runOutcomeSchema,
} from './fields.ts';

const measurementSchema = z.string().min(1).max(256);

export const historyQuerySchema = z.strictObject({
  measurement: measurementSchema
    .optional()
    .meta({ description: 'Name of a measurement; the first of the definition that has values when absent' }),
  treatment: z
    .string()
    .max(1024)
    .optional()
    .meta({ description: 'Key of one treatment; all of them, each for itself, when absent' }),
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

/** Which change is meant: the measurement, at the first run after it. */
export const acknowledgementQuerySchema = z.strictObject({ measurement: measurementSchema });
export const acknowledgeChangeSchema = z.strictObject({
  note: z.string().trim().max(2000).default('').meta({ description: 'Why it is as it is' }),
});
export type AcknowledgeChange = z.infer<typeof acknowledgeChangeSchema>;

export const acknowledgementSchema = z
  .object({
    run: idSchema.meta({ description: 'The run that it was noted at' }),
    at: instantSchema,
    by: z.string(),
    note: z.string(),
  })
  .meta({ id: 'Acknowledgement' });
export type Acknowledgement = z.infer<typeof acknowledgementSchema>;

export const historyChangeSchema = z
  .object({
    run: idSchema.meta({ description: 'The first run after the change' }),
    place: z.number().int().meta({ description: 'Of this run among the runs with a value, from 0' }),
    probability: z
      .number()
      .meta({ description: 'Of a change as great as this one, or greater, where there is none' }),
    before: z.number().meta({ description: 'Mean of the runs since the change before' }),
    beforeN: z.number().int(),
    after: z.number().meta({ description: 'Mean of the runs until the next change' }),
    afterN: z.number().int(),
    ratio: z.number().nullable(),
    low: z.number().nullable().meta({ description: '95 % interval of the ratio' }),
    high: z.number().nullable(),
    direction: z.enum(['better', 'worse', 'different']),
    sentence: z.string(),
    acknowledgement: acknowledgementSchema
      .nullable()
      .meta({ description: 'Null for a change that nobody has acknowledged: it alarms' }),
  })
  .meta({ id: 'HistoryChange' });
export type HistoryChangeView = z.infer<typeof historyChangeSchema>;

export const treatmentHistorySchema = z
  .object({
    treatment: z.string(),
    params: paramsSchema,
    points: z
      .array(
        z.object({
          run: idSchema,
          name: z.string(),
          at: instantSchema,
          version: z.number().int().nullable(),
          value: z.number().nullable(),
          amount: amountSchema
            .optional()
            .meta({ description: 'Of a run whose value is a range or a bound; it has no part in means' }),
          outcome: runOutcomeSchema.nullable(),
          excluded: z.string().nullable().meta({ description: 'Why it has no part; null when it has' }),
        }),
      )
      .meta({ description: 'Oldest first' }),
    n: z.number().int().meta({ description: 'Runs with a value' }),
    note: z.string().nullable().meta({ description: 'Why changes cannot be told; null when they can' }),
    changes: z.array(historyChangeSchema),
    limits: z
      .array(z.object({ label: z.string(), value: z.number(), kind: z.enum(['objective', 'goal']) }))
      .meta({ description: 'Objectives, and goals as multiples of the mean of the baseline' }),
  })
  .meta({ id: 'TreatmentHistory' });
export type TreatmentHistory = z.infer<typeof treatmentHistorySchema>;

export const historySchema = z
  .object({
    experiment: nameSchema,
    measurement: z.string(),
    unit: z.string().nullable(),
    better: betterSchema,
    measurements: z.array(z.string()).meta({ description: 'Those that there is a history of' }),
    treatments: z.array(z.string()).meta({ description: 'Keys of the treatments with runs' }),
    runs: z.number().int().meta({ description: 'Runs that were looked at' }),
    leftOut: z.number().int().meta({ description: 'Older runs, as only the newest 500 are looked at' }),
    histories: z.array(treatmentHistorySchema),
    alarms: z.number().int().meta({ description: 'Changes of these histories that nobody has acknowledged' }),
  })
  .meta({ id: 'History' });
export type History = z.infer<typeof historySchema>;
