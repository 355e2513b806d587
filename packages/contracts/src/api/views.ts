import { z } from 'zod';
import { idSchema, instantSchema, urlSchema } from './fields.ts';

/** Pages whose state can be kept. */
const pathSchema = z
  .string()
  .max(200)
  .regex(
    /^\/(runs|compare|experiments\/[a-z0-9-]{1,63}|runs\/[0-9a-z]{8,32})$/,
    'expected the path of a page that has views: /runs, /compare, a run or an experiment',
  );

export const saveViewSchema = z
  .strictObject({
    name: z.string().trim().min(1, 'expected a name').max(80).optional().meta({
      description:
        'Under which it is listed; a view of that name is replaced. A short address alone without it',
    }),
    path: pathSchema.meta({ description: 'Path of the page, such as `/compare`' }),
    search: z
      .string()
      .max(32_768)
      .regex(/^[^?#\s]*$/, 'expected a query string without its question mark')
      .meta({ description: 'State of the page as its address has it, such as `sort=-p95&filter=qps%3E100`' }),
  })
  .meta({ id: 'SaveView' });
export type SaveView = z.infer<typeof saveViewSchema>;

export const savedViewSchema = z
  .object({
    id: idSchema,
    url: urlSchema.meta({ description: 'The short address, which leads to the page in its state' }),
    name: z.string().nullable(),
    path: z.string(),
    search: z.string(),
    createdAt: instantSchema,
    createdBy: z.string(),
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedViewSchema>;

export const listViewsQuerySchema = z.object({
  path: pathSchema.optional().meta({ description: 'Only views of this page' }),
});
export type ListViewsQuery = z.infer<typeof listViewsQuerySchema>;

export const savedViewListSchema = z
  .object({ items: z.array(savedViewSchema) })
  .meta({ id: 'SavedViewList' });
