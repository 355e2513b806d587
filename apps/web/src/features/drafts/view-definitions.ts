import type { DraftEvaluation } from '@proofload/contracts';
import { type FrozenDefinition, readFrozenDefinition } from '../reports/provenance';

/** What definitions say of each block's comparison; null for blocks that compare nothing. */
export const readViewDefinitions = ({ views, definitions }: DraftEvaluation): (FrozenDefinition | null)[] =>
  views.map(({ comparison }) => comparison && readFrozenDefinition({ definitions, comparison }));
