import { experimentSchema, nameSchema, readExperimentQuerySchema } from '@proofload/contracts';
import { readExperiment } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readExperiment',
    summary: 'Read an experiment, its newest version unless another is asked for',
    description: 'With `Accept: application/yaml` the answer is the text as it was saved.',
    access: 'read',
    params: z.object({ name: nameSchema }),
    query: readExperimentQuerySchema,
    response: { kind: 'json', schema: experimentSchema, also: ['application/yaml'] },
  },
  async ({ ctx, params, query, request }) => {
    const experiment = await readExperiment(ctx, { ...params, ...query });
    const wantsText = /\b(application|text)\/yaml\b/.test(request.headers.get('accept') ?? '');
    if (!wantsText) return experiment;
    const headers = {
      'content-type': 'application/yaml; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept',
    };
    return new Response(experiment.source, { headers });
  },
);
