import { z } from 'zod';
import { runOutcomes } from '../run/state.ts';

const maxRuns = 1000;
const text = (max: number) => z.string().min(1).max(max);
const name = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'expected 1 to 63 lower-case letters, digits and inner hyphens',
  );
const facts = z
  .record(text(128), z.union([z.string().max(1024), z.number(), z.boolean()]))
  .refine((record) => Object.keys(record).length <= 100, 'expected at most 100 names');

const reported = z.union(
  [
    z.number(),
    text(100),
    z.strictObject({
      value: z.union([z.number(), text(100)]),
      unit: text(40).optional(),
      note: text(1000).optional(),
    }),
  ],
  'expected a number, a text such as `10-20 s`, or `value` with `unit` and `note`',
);

/** A run whose figures stand in the publication. */
const publishedRun = z.strictObject({
  experiment: name,
  params: facts.default({}),
  outcome: z.enum(runOutcomes).exclude(['cancelled']).default('completed'),
  reason: text(2000).optional(),
  labels: z.record(text(128), z.string().max(1024)).default({}),
  environment: facts.default({}).meta({
    description: 'Facts that differ between runs without being factors, such as the number of nodes',
  }),
  measurements: z.record(text(64), reported).default({}),
});

/** A study as its folder has it: where it was published, and the runs whose figures it gives. */
export const studySchema = z
  .strictObject({
    apiVersion: z.literal('proofload/v1'),
    kind: z.literal('Study'),
    metadata: z.strictObject({ name }),
    spec: z.strictObject({
      title: text(200),
      summary: text(600).meta({ description: 'What was asked and what came out, in a sentence or two' }),
      system: text(300).optional(),
      citation: z.strictObject({
        title: text(300),
        url: z.url({ protocol: /^https?$/, error: 'expected an http or https address' }).max(2048),
        publisher: text(200).optional(),
        published: text(40).optional(),
      }),
      runs: z.array(publishedRun).max(maxRuns, `expected at most ${maxRuns} runs`).default([]),
    }),
  })
  .meta({ title: 'Proofload study', description: 'Published figures as runs, with their citation' });

export type StudyDocument = z.infer<typeof studySchema>;
