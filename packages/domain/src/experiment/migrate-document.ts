import { z } from 'zod';
import { type ExperimentDocumentV1, experimentSchemaV1 } from './schema-v1.ts';

/** One version of the document: its schema, and the step to the next version. The newest has no step. */
interface DocumentVersion {
  schema: z.ZodType;
  toNext: ((document: never) => unknown) | null;
}

const versions: ReadonlyMap<string, DocumentVersion> = new Map([
  ['proofload/v1', { schema: experimentSchemaV1, toNext: null }],
]);

export const knownApiVersions = [...versions.keys()];

/** Checks a document against the schema of its own version, then brings it to the newest, step by step. */
export function migrateDocument(document: unknown): z.ZodSafeParseResult<ExperimentDocumentV1> {
  let current = document;
  for (;;) {
    const version = versions.get(readApiVersion(current) ?? '');
    if (!version) return unknownVersion.safeParse(current) as z.ZodSafeParseResult<ExperimentDocumentV1>;
    const parsed = version.schema.safeParse(current);
    if (!parsed.success || !version.toNext) return parsed as z.ZodSafeParseResult<ExperimentDocumentV1>;
    current = version.toNext(parsed.data as never);
  }
}

const unknownVersion = z.looseObject({
  apiVersion: z.enum(knownApiVersions as [string, ...string[]], `expected ${knownApiVersions.join(' or ')}`),
});

function readApiVersion(document: unknown): string | null {
  if (typeof document !== 'object' || document === null || !('apiVersion' in document)) return null;
  return typeof document.apiVersion === 'string' ? document.apiVersion : null;
}

/** JSON Schema of the newest version, for editors. */
export function definitionJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(experimentSchemaV1, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;
}
