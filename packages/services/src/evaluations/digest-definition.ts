import { createHash } from 'node:crypto';
import { type EvaluatingPart, evaluatingPart } from '@proofload/domain';
import { canonicalJson } from '../reports/canonical-json.ts';

/** Raised when the same definition and data give other results than before, so that stored runs can be evaluated again. */
const evaluatorVersion = 1;

/** SHA-256 of what of a definition is evaluated. Versions with the same digest give a run the same results. */
export function digestDefinition(definition: EvaluatingPart): string {
  return createHash('sha256')
    .update(canonicalJson({ evaluatorVersion, ...evaluatingPart(definition) }))
    .digest('hex');
}
