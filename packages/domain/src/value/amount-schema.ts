import { z } from 'zod';
import type { Amount } from './amount.ts';

const finite = z.number();

/** An amount as it is sent and stored. Apart from what is done with amounts, so that pages do without zod. */
export const amountSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exact'), value: finite }),
  z
    .strictObject({ kind: z.literal('range'), low: finite, high: finite })
    .refine(({ low, high }) => low <= high, {
      path: ['high'],
      error: 'expected the high end at or above the low end',
    }),
  z.strictObject({ kind: z.literal('at-least'), low: finite }),
  z.strictObject({ kind: z.literal('above'), low: finite }),
  z.strictObject({ kind: z.literal('at-most'), high: finite }),
  z.strictObject({ kind: z.literal('below'), high: finite }),
]) satisfies z.ZodType<Amount>;
