import { z } from 'zod';

/** A piece of a line. Numbers are given by their place in the list of numbers. */
export type DraftInline =
  | { type: 'text' | 'code'; text: string }
  | { type: 'number'; index: number }
  | { type: 'strong' | 'emphasis' | 'delete'; children: DraftInline[] }
  | { type: 'link'; url: string; children: DraftInline[] }
  | { type: 'footnote'; number: number }
  | { type: 'break' };

export interface DraftListItem {
  /** Null for an item that is no task. */
  checked: boolean | null;
  children: DraftBlock[];
}

/** A part of the text. Claims and views are given by their place in their lists. */
export type DraftBlock =
  | { type: 'heading'; level: number; id: string; children: DraftInline[] }
  | { type: 'paragraph'; children: DraftInline[] }
  | { type: 'list'; start: number | null; items: DraftListItem[] }
  | { type: 'quote'; children: DraftBlock[] }
  | { type: 'code'; language: string | null; text: string }
  | { type: 'table'; align: ('left' | 'right' | 'center' | null)[]; rows: DraftInline[][][] }
  | { type: 'rule' }
  | { type: 'claim' | 'view'; index: number }
  | { type: 'problem'; line: number; message: string };

export const draftInlineSchema: z.ZodType<DraftInline> = z
  .lazy(() =>
    z.discriminatedUnion('type', [
      z.object({ type: z.enum(['text', 'code']), text: z.string() }),
      z.object({ type: z.literal('number'), index: z.number().int() }),
      z.object({ type: z.enum(['strong', 'emphasis', 'delete']), children: z.array(draftInlineSchema) }),
      z.object({ type: z.literal('link'), url: z.string(), children: z.array(draftInlineSchema) }),
      z.object({ type: z.literal('footnote'), number: z.number().int() }),
      z.object({ type: z.literal('break') }),
    ]),
  )
  .meta({ id: 'DraftInline' });

export const draftBlockSchema: z.ZodType<DraftBlock> = z
  .lazy(() =>
    z.discriminatedUnion('type', [
      z.object({
        type: z.literal('heading'),
        level: z.number().int(),
        id: z.string(),
        children: z.array(draftInlineSchema),
      }),
      z.object({ type: z.literal('paragraph'), children: z.array(draftInlineSchema) }),
      z.object({
        type: z.literal('list'),
        start: z.number().int().nullable(),
        items: z.array(z.object({ checked: z.boolean().nullable(), children: z.array(draftBlockSchema) })),
      }),
      z.object({ type: z.literal('quote'), children: z.array(draftBlockSchema) }),
      z.object({ type: z.literal('code'), language: z.string().nullable(), text: z.string() }),
      z.object({
        type: z.literal('table'),
        align: z.array(z.enum(['left', 'right', 'center']).nullable()),
        rows: z.array(z.array(z.array(draftInlineSchema))),
      }),
      z.object({ type: z.literal('rule') }),
      z.object({ type: z.enum(['claim', 'view']), index: z.number().int() }),
      z.object({ type: z.literal('problem'), line: z.number().int(), message: z.string() }),
    ]),
  )
  .meta({ id: 'DraftBlock' });
