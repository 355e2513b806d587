import { z } from 'zod';
import { breachComparisonSchema, breachesQuerySchema } from './compare-breaches.ts';
import { capacityComparisonSchema } from './compare-capacity.ts';
import {
  balanceQuerySchema,
  balanceSchema,
  breakdownQuerySchema,
  breakdownSchema,
  entitiesSchema,
  latencyQuerySchema,
  latencySchema,
} from './compare-parts.ts';
import { scalingQuerySchema, scalingSchema } from './compare-scaling.ts';
import { tradeOffQuerySchema, tradeOffSchema } from './trade-off.ts';

const { factor, hold, per, work } = scalingQuerySchema.shape;
const { x, y } = tradeOffQuerySchema.shape;
const balance = balanceQuerySchema.shape;
const breakdown = breakdownQuerySchema.shape;
const latency = latencyQuerySchema.shape;

/** What a balance is asked, besides its runs. */
export const balanceChoiceSchema = z.strictObject({
  metric: balance.metric,
  label: balance.label,
  select: balance.select,
  aggregate: balance.aggregate,
  over: balance.over,
  combination: balance.combination,
});
export type BalanceChoice = z.infer<typeof balanceChoiceSchema>;

/** What a breakdown is asked, besides its runs. */
export const breakdownChoiceSchema = z.strictObject({
  metric: breakdown.metric,
  labels: breakdown.labels,
  select: breakdown.select,
  aggregate: breakdown.aggregate,
  over: breakdown.over,
  moment: breakdown.moment,
  at: z.number().min(0).max(1e8).optional().meta({ description: 'Seconds after the start of each run' }),
  top: z.number().int().min(1).max(50).default(10),
  total: breakdown.total,
});
export type BreakdownChoice = z.infer<typeof breakdownChoiceSchema>;

/** What latency by a label is asked, besides its runs. */
export const latencyChoiceSchema = z.strictObject({
  metric: latency.metric,
  label: latency.label,
  over: latency.over,
});
export type LatencyChoice = z.infer<typeof latencyChoiceSchema>;

/** How the parts of a comparison are looked at, as their own routes take it; what is left out is chosen by itself. */
export const partChoicesSchema = z
  .strictObject({
    scaling: z.strictObject({ factor, hold, per, work }).default({}),
    tradeOff: z.strictObject({ x: x.optional(), y: y.optional() }).default({}),
    objectives: z.strictObject({ load: breachesQuerySchema.shape.load }).default({}),
    balance: balanceChoiceSchema.default({ combination: 'sum' }),
    breakdown: breakdownChoiceSchema.default({ moment: 'average', top: 10 }),
    latency: latencyChoiceSchema.default({}),
  })
  .meta({ id: 'PartChoices' });
export type PartChoices = z.infer<typeof partChoicesSchema>;

const partNames = [
  'scaling',
  'tradeOff',
  'breaches',
  'capacity',
  'balance',
  'entities',
  'breakdown',
  'latency',
] as const;

/** What a comparison says besides its summary, as it was when it was frozen. Null or empty is what does not apply to its runs. */
export const reportPartsSchema = z
  .object({
    scaling: scalingSchema.nullable(),
    tradeOff: tradeOffSchema.nullable(),
    breaches: breachComparisonSchema.nullable(),
    capacity: capacityComparisonSchema.nullable(),
    balance: balanceSchema.nullable(),
    entities: z
      .array(entitiesSchema)
      .meta({ description: 'The balance over time, of one run of each of the first groups' }),
    breakdown: breakdownSchema.nullable(),
    latency: latencySchema.nullable(),
    omitted: z
      .array(z.object({ part: z.enum(partNames), reason: z.string() }))
      .meta({ description: 'Parts that are too large to be frozen' }),
  })
  .meta({ id: 'ReportParts' });
export type ReportParts = z.infer<typeof reportPartsSchema>;
export type ReportPart = (typeof partNames)[number];
