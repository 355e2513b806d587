import { amountSchema } from '@proofload/domain';
import { z } from 'zod';
import { compareQuerySchema } from './compare.ts';
import { betterSchema, idSchema } from './fields.ts';

const measurementSchema = z.string().min(1).max(256);

/** Two measurements of what is compared. */
export const tradeOffQuerySchema = compareQuerySchema.safeExtend({
  x: measurementSchema.meta({ description: 'Name of a measurement' }),
  y: measurementSchema.meta({ description: 'Name of another measurement' }),
});
export type TradeOffQuery = z.infer<typeof tradeOffQuerySchema>;

const axisSchema = z.object({ name: z.string(), unit: z.string().nullable(), better: betterSchema });

const sideSchema = z
  .object({
    n: z.number().int(),
    amount: amountSchema.meta({ description: 'What is known of the mean: a number, a range or a bound' }),
    low: z
      .number()
      .nullable()
      .meta({ description: '95 % interval of the mean; null from one replicate or from ranges' }),
    high: z.number().nullable(),
  })
  .meta({ id: 'TradeOffSide' });

/** Groups over two measurements, and which of them no other is better than in both. */
export const tradeOffSchema = z
  .object({
    x: axisSchema,
    y: axisSchema,
    points: z.array(
      z.object({
        group: z.string(),
        name: z.string().meta({ description: 'The group by what differs between those that are weighed' }),
        x: sideSchema,
        y: sideSchema,
        standing: z.enum(['front', 'dominated', 'unsure', 'none']).meta({
          description:
            '`unsure`: ranges and bounds do not tell; `none`: a measurement has no better side, so there is no front',
        }),
        by: z
          .array(z.string())
          .meta({ description: 'Groups that are, or for `unsure` may be, at least as good in both' }),
        isCertain: z.boolean().nullable().meta({
          description: 'Whether it holds for every pair of means within the intervals; null without them',
        }),
      }),
    ),
    replicates: z
      .array(z.object({ run: idSchema, group: z.string(), x: amountSchema, y: amountSchema }))
      .meta({ description: 'Completed runs that have both' }),
    apart: z
      .array(z.object({ group: z.string(), reason: z.string() }))
      .meta({ description: 'Groups that have not both, and take no part' }),
    finding: z.string().meta({ description: 'Who is on the front, who is dominated, in sentences' }),
  })
  .meta({ id: 'TradeOff' });
export type TradeOff = z.infer<typeof tradeOffSchema>;
