import { z } from 'zod';
import { idSchema, instantSchema, nameSchema, urlSchema } from './fields.ts';

/** A century: what is to be kept longer is kept for ever. */
const maxDays = 36_500;
const ruleMessage = `expected a whole number of days from 1 to ${maxDays}`;

const retentionRuleSchema = z
  .strictObject({ days: z.int(ruleMessage).min(1, ruleMessage).max(maxDays, ruleMessage) })
  .nullable()
  .meta({ description: 'Days after the end of a run; null keeps it for ever' });

export const retentionRulesSchema = z
  .strictObject({ samples: retentionRuleSchema, artifacts: retentionRuleSchema, logs: retentionRuleSchema })
  .meta({
    id: 'RetentionRules',
    description:
      'Measurements, objectives, verdicts, parameters and phases are always kept, and so is everything of runs that are ' +
      'pinned, that belong to the baseline of their experiment or that a report shows',
  });

export const saveRetentionSchema = z
  .strictObject({ rules: retentionRulesSchema })
  .meta({ id: 'SaveRetention' });
export type SaveRetention = z.infer<typeof saveRetentionSchema>;

export const retentionSchema = z
  .object({
    rules: retentionRulesSchema,
    updatedAt: instantSchema.nullable().meta({ description: 'null when the project never had rules' }),
    updatedBy: z.string().nullable(),
    lastAppliedAt: instantSchema.nullable(),
    nextAt: instantSchema.nullable().meta({ description: 'When a worker carries the rules out next' }),
  })
  .meta({ id: 'Retention' });
export type Retention = z.infer<typeof retentionSchema>;

export const applyRetentionQuerySchema = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: '`true` removes nothing and says what would be removed' }),
});

export const applyRetentionSchema = z
  .strictObject({
    rules: retentionRulesSchema
      .optional()
      .meta({ description: 'Other rules to try out; only with `dryRun=true`' }),
  })
  .meta({ id: 'ApplyRetention' });

export const retentionKindSchema = z.enum(['samples', 'artifacts', 'logs']);

const removedSchema = z.object({
  runs: z.number().int(),
  bytes: z.number().int().meta({ description: 'As far as it is known; see `unmeasured`' }),
});

export const retentionPassSchema = z
  .object({
    dryRun: z.boolean(),
    samples: removedSchema,
    artifacts: removedSchema,
    logs: removedSchema,
    runs: z
      .array(
        z.object({
          id: idSchema,
          name: z.string(),
          url: urlSchema,
          finishedAt: instantSchema,
          kinds: z.array(retentionKindSchema),
          bytes: z.number().int(),
        }),
      )
      .meta({ description: 'The runs that lose something, oldest first, at most 100 of them' }),
    affected: z.number().int().meta({ description: 'All runs that lose something' }),
    protected: z
      .object({
        runs: z.number().int(),
        pinned: z.number().int(),
        baseline: z.number().int(),
        report: z.number().int(),
      })
      .meta({ description: 'Runs that keep what they would lose, each counted under one reason' }),
    unmeasured: z.number().int().meta({ description: 'Runs among `affected` whose size is not known yet' }),
    failed: z
      .number()
      .int()
      .meta({ description: 'Runs of which something could not be removed; the next pass tries again' }),
    complete: z
      .boolean()
      .meta({ description: 'False when more is left than one call removes; a worker goes on with it' }),
  })
  .meta({ id: 'RetentionPass' });
export type RetentionPass = z.infer<typeof retentionPassSchema>;

const usageSchema = z.object({
  runs: z.number().int().meta({ description: 'Finished runs' }),
  samplesBytes: z.number().int(),
  artifactsBytes: z.number().int(),
  logsBytes: z.number().int(),
});

export const storageUsageSchema = z
  .object({
    total: usageSchema,
    experiments: z
      .array(usageSchema.extend({ experiment: nameSchema.nullable() }))
      .meta({ description: 'Largest first, at most 100; null for runs of no experiment' }),
    omitted: z
      .number()
      .int()
      .meta({ description: 'Experiments that are left out, in the total all the same' }),
    unmeasured: z.number().int().meta({ description: 'Finished runs whose size is not known yet' }),
  })
  .meta({
    id: 'StorageUsage',
    description: 'What finished runs take, without the overhead of the database',
  });
export type StorageUsage = z.infer<typeof storageUsageSchema>;
