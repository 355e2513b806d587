import { importedReportSchema } from '@proofload/contracts';
import { importBundle } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'importBundle',
    summary: 'Import a report that another instance exported as a bundle',
    description:
      'It becomes a private report that says where it came from. Its digests are checked. A report that the project has already, by its digest, is given back as it is.',
    access: 'launch',
    body: {
      kind: 'upload',
      contentTypes: ['application/json', 'application/gzip'],
      description: 'A bundle of at most 48 MiB, as `GET /reports/{id}/bundle` gives it, or gzip of it',
    },
    response: { kind: 'json', schema: importedReportSchema },
    status: 201,
  },
  ({ ctx, body }) => importBundle(ctx, { body }),
);
