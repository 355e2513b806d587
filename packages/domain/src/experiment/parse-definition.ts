import { maxDocumentLength, readDocument } from '../document/read-document.ts';
import { type FieldError, ProofloadError } from '../errors.ts';
import { checkDefinition } from './check-definition.ts';
import type { ExperimentDefinition } from './definition.ts';
import { migrateDocument } from './migrate-document.ts';
import { normaliseDocument } from './normalise.ts';

/** Largest definition, in characters. */
export const maxDefinitionLength = maxDocumentLength;

export interface ParsedDefinition {
  /** Null when there are errors. */
  definition: ExperimentDefinition | null;
  errors: FieldError[];
  warnings: string[];
}

/** Reads an experiment from YAML or JSON. Errors name the path, the line and what was expected there. */
export function parseDefinition(source: string): ParsedDefinition {
  const read = readDocument(source, 'definition', migrateDocument, (document) => {
    const content = normaliseDocument(document);
    return { content, problems: checkDefinition(content) };
  });
  if ('errors' in read) return { definition: null, errors: read.errors, warnings: [] };
  return { definition: read.content, errors: [], warnings: findWarnings(read.content) };
}

/** As `parseDefinition`, but throws `invalid` with all errors. */
export function requireDefinition(source: string): { definition: ExperimentDefinition; warnings: string[] } {
  const { definition, errors, warnings } = parseDefinition(source);
  if (!definition) {
    const [first] = errors;
    const where = first?.line === undefined ? '' : `line ${first.line}, `;
    throw new ProofloadError(
      'invalid',
      `The definition is not valid: ${where}${first?.field}: ${first?.message}`,
      { fields: errors },
    );
  }
  return { definition, warnings };
}

function findWarnings(definition: ExperimentDefinition): string[] {
  const warnings: string[] = [];
  if (definition.replicates === 1 && definition.factors.length > 0) {
    warnings.push('With one replicate differences between treatments cannot be assessed; three or more can');
  }
  if (Object.keys(definition.measurements).length === 0)
    warnings.push('Nothing is measured: there will be no numbers to compare');
  return warnings;
}
