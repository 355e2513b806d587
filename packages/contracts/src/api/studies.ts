import { z } from 'zod';
import { maxDraftLength } from './drafts.ts';
import { instantSchema, nameSchema, urlSchema } from './fields.ts';
import { citationSchema } from './runs.ts';

const maxText = 1_048_576;

/** A study as its folder has it: one text a file. */
export const loadStudySchema = z
  .strictObject({
    study: z.string().min(1).max(maxText).meta({ description: 'YAML: title, citation and published runs' }),
    experiments: z
      .array(z.string().min(1).max(maxText))
      .min(1)
      .max(50)
      .meta({ description: 'YAML: the definitions of its experiments' }),
    report: z.string().min(1).max(maxDraftLength).optional().meta({
      description:
        'Markdown of a report on it, which becomes the draft of its name unless that was changed here',
    }),
  })
  .meta({ id: 'LoadStudy' });
export type LoadStudy = z.infer<typeof loadStudySchema>;

export const studySummarySchema = z
  .object({
    name: nameSchema,
    url: urlSchema,
    title: z.string(),
    summary: z.string(),
    system: z.string().nullable().meta({ description: 'What was studied' }),
    citation: citationSchema,
    experiments: z.array(z.object({ name: nameSchema, runs: z.number().int() })),
    draft: nameSchema.nullable().meta({ description: 'The draft of the report that it brought' }),
    updatedAt: instantSchema,
    updatedBy: z.string(),
  })
  .meta({ id: 'StudySummary' });
export type StudySummary = z.infer<typeof studySummarySchema>;

export const studyListSchema = z.object({ items: z.array(studySummarySchema) }).meta({ id: 'StudyList' });
export type StudyList = z.infer<typeof studyListSchema>;

export const loadedStudySchema = studySummarySchema
  .extend({ unchanged: z.boolean().meta({ description: 'True when all of it was there before' }) })
  .meta({ id: 'LoadedStudy' });
export type LoadedStudy = z.infer<typeof loadedStudySchema>;
