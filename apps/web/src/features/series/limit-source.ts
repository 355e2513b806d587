import type { LimitSource } from '@proofload/charts';
import { type Experiment, experimentSchema } from '@proofload/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callApi } from '../api/call-api';

/** The part of a definition by which objectives find their way into figures. */
const limitSourceSchema = z.object({
  measurements: z.record(
    z.string(),
    z.object({
      of: z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('metric'),
          metric: z.string(),
          selector: z.string(),
          aggregate: z.string(),
        }),
        z.object({ kind: z.literal('duration'), window: z.string() }),
        z.object({ kind: z.literal('reported') }),
      ]),
      over: z.string().nullable(),
      balance: z.string().nullable(),
      unit: z.string().nullable(),
      better: z.enum(['higher', 'lower', 'none']),
    }),
  ),
  slos: z.array(
    z.object({
      name: z.string(),
      measurement: z.string(),
      objective: z.string(),
      stepMs: z.number().nullable(),
    }),
  ),
});

/** An experiment in a version, the newest when none is given. */
export function experimentQuery(name: string, version: number | null) {
  const search = version === null ? '' : `?version=${version}`;
  return queryOptions({
    queryKey: ['experiment', name, version],
    queryFn: ({ signal }) => callApi(`/experiments/${name}${search}`, experimentSchema, { signal }),
    staleTime: 5 * 60_000,
  });
}

/** Objectives and what they are about; null while the experiment is not there. */
export function toLimitSource(experiment: Pick<Experiment, 'definition'> | undefined): LimitSource | null {
  return experiment ? limitSourceSchema.parse(experiment.definition) : null;
}
