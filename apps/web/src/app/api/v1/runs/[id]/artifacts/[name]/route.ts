import { idSchema } from '@proofload/contracts';
import { readArtifact } from '@proofload/services';
import { z } from 'zod';
import { attachmentNamed } from '@/server/attachment.ts';
import { toByteStream } from '@/server/byte-stream.ts';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readArtifact',
    summary: 'Download an artifact of a run',
    access: 'read',
    params: z.object({ id: idSchema, name: z.string().min(1).max(128) }),
    response: {
      kind: 'stream',
      contentType: 'application/octet-stream',
      description: 'The content of the artifact',
    },
  },
  async ({ ctx, params }) => {
    const { contentType, size, body } = await readArtifact(ctx, params);
    return new Response(toByteStream(body), {
      headers: {
        'content-type': contentType,
        'content-length': String(size),
        // Never shown as a page: an artifact is whatever a workload wrote.
        'content-disposition': attachmentNamed(params.name),
        'cache-control': 'no-store',
      },
    });
  },
);
