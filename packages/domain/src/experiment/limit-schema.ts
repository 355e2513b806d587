import { z } from 'zod';

const identifier = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
    'expected a letter or underscore, then letters, digits, hyphens or underscores (64 at most)',
  );
const operand = z.string().min(1).max(200).meta({
  description:
    'A measurement, a factor, or a quantity such as `256 MB` in which `${factor}` stands for its level',
});
const fact = z.string().min(1).max(128);

const resource = z.strictObject({
  name: identifier,
  resource: z
    .strictObject({
      base: operand.meta({ description: 'What is used before the first unit' }),
      perUnit: operand.meta({ description: 'What each unit adds' }),
      limit: operand.meta({ description: 'At which it ends' }),
      noun: z.string().min(1).max(40).default('units').meta({ description: 'What the units are, as `pods`' }),
      failedAt: identifier.optional().meta({ description: 'The measurement of units at which it failed' }),
      failure: fact.optional().meta({
        description: 'The fact of a run that says how it failed: `oom-killed`, `timeout`, `slo`, ...',
      }),
    })
    .meta({ description: 'A resource that grows with every unit until it is used up' }),
});

const caps = z.strictObject({
  name: identifier,
  caps: z
    .record(z.string().min(1).max(60), operand)
    .refine((named) => {
      const count = Object.keys(named).length;
      return count >= 1 && count <= 20;
    }, 'expected 1 to 20 caps')
    .meta({ description: 'What a provider or a configuration caps, by name' }),
  unit: z.string().min(1).max(40).meta({ description: 'In which caps are compared, as `Mbps`' }),
  operation: operand.optional().meta({
    description: 'Size of one operation, by which caps in `operations/s` are compared, as `256 KiB`',
  }),
  reached: identifier.optional().meta({ description: 'The measurement of what was reached' }),
  bound: fact
    .optional()
    .meta({ description: 'The fact of a run that says which cap was seen to bind, by its name' }),
});

const addresses = z.strictObject({
  name: identifier,
  addresses: z
    .strictObject({
      prefix: operand.meta({ description: 'Length of the prefix of the whole range, as `21`' }),
      nodePrefix: operand.meta({ description: 'Length of the prefix of what each node gets, as `24`' }),
      version: z.union([z.literal(4), z.literal(6)]).default(4),
    })
    .meta({ description: 'A range of addresses that is cut into one piece a node' }),
  reached: identifier.optional().meta({ description: 'The measurement of nodes that were reached' }),
});

/** What bounds a capacity without having been searched for: reckoned from what runs report. */
export const limitSchema = z.union(
  [resource, caps, addresses],
  'expected `name` with `resource`, `caps` or `addresses`',
);

export type LimitDocument = z.infer<typeof limitSchema>;
