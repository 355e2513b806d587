import {
  listViewsQuerySchema,
  savedViewListSchema,
  savedViewSchema,
  saveViewSchema,
} from '@proofload/contracts';
import { listViews, saveView } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listViews',
    summary: 'List the saved views of the project by name',
    access: 'read',
    query: listViewsQuerySchema,
    response: { kind: 'json', schema: savedViewListSchema },
  },
  ({ ctx, query }) => listViews(ctx, query),
);

export const POST = defineRoute(
  {
    operationId: 'saveView',
    summary: 'Keep the state of a page by a name, or behind a short address',
    description:
      'The same state has the same short address; a name that the page has already gets the new state.',
    access: 'launch',
    body: { kind: 'json', schema: saveViewSchema },
    response: { kind: 'json', schema: savedViewSchema },
    status: 201,
  },
  ({ ctx, body }) => saveView(ctx, body),
);
