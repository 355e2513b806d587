import { convertUnit, parseDurationMs, parseObjective, parseQuantity, substitute } from '@proofload/domain';
import { z } from 'zod';
import { bundleFields, hasObjects, hasObjectsProblem } from '../kubernetes/bundle-settings.ts';
import { countFixedSteps, maxSteps } from './step-plan.ts';

const maxUnits = 1_000_000_000;
const units = z.int('expected a whole number').min(0).max(maxUnits);

const duration = (example: string) =>
  z
    .string(`expected a duration such as ${example}`)
    .refine((text) => parseDurationMs(text) !== null, { message: `expected a duration such as ${example}` })
    .transform((text) => parseDurationMs(text) ?? 0);

const query = z.string().min(1, 'expected a query').max(4_000);
/** As in an alerting rule: it holds when it gives something. */
const predicate = query.refine((text) => !/\bbool\b/.test(text), {
  message:
    'expected a comparison without `bool`: a query holds when it gives any series, as in an alerting rule',
});

const fixedSteps = z.strictObject({
  from: units,
  to: units,
  by: z.int('expected a whole number').min(1).max(maxUnits),
});
const growingSteps = z.strictObject({
  from: units.min(1, 'expected at least 1, which can be multiplied'),
  to: units,
  factor: z.number().min(1.01, 'expected more than 1').max(1_000).default(2),
  thenBisect: z.boolean().default(true),
  resolution: z.int('expected a whole number').min(1).default(1).meta({
    description: 'The search ends when the first bad step is no further than this from the last good one',
  }),
});
const steps = z
  .unknown()
  .transform((value, context) => {
    const isFixed = typeof value === 'object' && value !== null && 'by' in value;
    const parsed = (isFixed ? fixedSteps : growingSteps).safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: value } as never);
    return z.NEVER;
  })
  .superRefine((plan, context) => {
    if (plan.to < plan.from)
      context.addIssue({ code: 'custom', path: ['to'], message: 'expected no less than `from`' });
    else if ('by' in plan && countFixedSteps(plan) > maxSteps)
      context.addIssue({
        code: 'custom',
        path: ['by'],
        message: `expected at most ${maxSteps} steps; this makes ${countFixedSteps(plan)}`,
      });
  });

const quantity = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => parseQuantity(text) !== null, { message: 'expected a quantity such as 512MiB' });

const name = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'expected lower-case letters, digits and underscores');

const resource = z
  .union([query, z.strictObject({ promql: query, unit: z.string().max(40).optional() })])
  .transform((given) => (typeof given === 'string' ? { promql: given } : given));

/** `spec.workload.with` of the executor capacity. */
export const capacitySettingsSchema = z
  .strictObject({
    ...bundleFields,
    steps,
    converged: z
      .strictObject({
        promql: predicate.optional(),
        ready: z.union([z.literal('all'), z.string().regex(/^[A-Za-z]+\/[a-z0-9.-]+$/)]).optional(),
      })
      .refine(({ promql, ready }) => promql !== undefined || ready !== undefined, {
        message: 'expected `promql`, `ready` or both',
      })
      .prefault({ ready: 'all' }),
    hold: duration('10s').prefault('10s'),
    within: duration('5m').prefault('5m'),
    server: z.string().min(1).max(2_000).optional().meta({
      description:
        'The Prometheus server of the project that is asked; that of the cluster when it is left out',
    }),
    correct: z.strictObject({ promql: predicate }).optional(),
    slo: z
      .array(
        z.strictObject({
          promql: query,
          objective: z
            .string()
            .refine((text) => parseObjective(text) !== null, 'expected an objective such as `< 200ms`'),
          unit: z.string().max(40).optional(),
        }),
      )
      .max(20)
      .default([]),
    generator: z.strictObject({ promql: query, max: quantity }).optional(),
    stall: z.strictObject({ unchangedFor: duration('1m') }).optional(),
    resources: z.record(name, resource).default({}),
    limits: z.record(name, quantity).default({}),
  })
  .refine(hasObjects, hasObjectsProblem)
  .refine(({ hold, within }) => hold < within, {
    path: ['hold'],
    message: 'expected less than `within`, which it is a part of',
  })
  .superRefine(({ limits, resources, slo }, context) => {
    if (Object.keys(resources).length > 20)
      context.addIssue({ code: 'custom', path: ['resources'], message: 'expected at most 20 resources' });
    for (const [key, limit] of Object.entries(limits)) {
      const of = resources[key];
      const unit = parseQuantity(limit)?.unit ?? '';
      const message =
        of === undefined
          ? `expected a resource of this name; there is none`
          : of.unit !== undefined && convertUnit(1, unit, of.unit) === null
            ? `expected a unit that converts to ${of.unit}`
            : null;
      if (message !== null) context.addIssue({ code: 'custom', path: ['limits', key], message });
    }
    for (const [index, { objective, unit }] of slo.entries()) {
      const own = parseObjective(objective)?.unit ?? '';
      if (unit !== undefined && convertUnit(1, own, unit) === null)
        context.addIssue({
          code: 'custom',
          path: ['slo', index, 'objective'],
          message: `expected a unit that converts to ${unit}`,
        });
    }
  });
export type CapacitySettings = z.infer<typeof capacitySettingsSchema>;

/** The settings with `${units}` put in. */
export const settingsAt = (settings: unknown, units: number): CapacitySettings =>
  capacitySettingsSchema.parse(substitute(settings, { units }));

/** What Prometheus counts in, for quantities of a family: seconds, bytes, plain shares. */
export function baseUnitOf(unit: string): string {
  const base = ['s', 'B', 'ratio', 'B/s'].find((each) => unit !== '' && convertUnit(1, unit, each) !== null);
  return base ?? unit;
}

interface ResourceSetting {
  name: string;
  promql: string;
  /** Of what the query gives; empty when it is not known. */
  unit: string;
  /** In that unit; null without one. */
  limit: number | null;
}

/** The resources that a capacity search reads, from `spec.workload.with`; none for settings that are not one's. */
export function readResources(settings: unknown): ResourceSetting[] {
  const parsed = capacitySettingsSchema.safeParse(substitute(settings, { units: 0 }));
  return parsed.success ? resourcesOf(parsed.data) : [];
}

/** How long a step must hold, and within what time, in ms; null for settings that are not those of a search. */
export function readStepTimes(settings: unknown): { holdMs: number; withinMs: number } | null {
  const parsed = capacitySettingsSchema.safeParse(substitute(settings, { units: 0 }));
  return parsed.success ? { holdMs: parsed.data.hold, withinMs: parsed.data.within } : null;
}

export function resourcesOf({ resources, limits }: CapacitySettings): ResourceSetting[] {
  return Object.entries(resources).map(([key, { promql, unit }]) => {
    const written = Object.hasOwn(limits, key) ? parseQuantity(limits[key] ?? '') : null;
    const own = unit ?? baseUnitOf(written?.unit ?? '');
    return { name: key, promql, unit: own, limit: written && convertUnit(written.value, written.unit, own) };
  });
}
