import { loadedStudySchema, loadStudySchema, nameSchema, studySummarySchema } from '@proofload/contracts';
import { deleteStudy, loadStudy, readStudy } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ name: nameSchema });

export const GET = defineRoute(
  {
    operationId: 'readStudy',
    summary: 'Read a published study: its citation and its experiments',
    access: 'read',
    params,
    response: { kind: 'json', schema: studySummarySchema },
  },
  ({ ctx, params: { name } }) => readStudy(ctx, { name }),
);

export const PUT = defineRoute(
  {
    operationId: 'loadStudy',
    summary: 'Load a published study: its definitions, and its figures as finished runs',
    description:
      'Needs the scope `ingest` too. Sending the same again changes nothing; runs that the study no longer has are deleted.',
    access: 'launch',
    params,
    body: { kind: 'json', schema: loadStudySchema },
    response: { kind: 'json', schema: loadedStudySchema },
  },
  ({ ctx, params: { name }, body }) => loadStudy(ctx, { ...body, name }),
);

export const DELETE = defineRoute(
  {
    operationId: 'deleteStudy',
    summary: 'Delete a study with the runs that it brought; its experiments stay',
    access: 'launch',
    params,
    response: { kind: 'empty' },
  },
  ({ ctx, params: { name } }) => deleteStudy(ctx, { name }),
);
