import { expect, it } from 'vitest';
import type { Factor } from './definition.ts';
import { baselineKey } from './treatments.ts';

const workers: Factor = { kind: 'crossed', name: 'workers', levels: [4, 1, 2] };

it.each<[string, Parameters<typeof baselineKey>[0], string | null]>([
  ['the declared one', { factors: [workers], baseline: { workers: 1 } }, 'workers=1'],
  ['the first treatment, as comparisons choose it', { factors: [workers], baseline: null }, 'workers=4'],
  ['none of a single treatment', { factors: [], baseline: null }, null],
  ['a single one that is declared', { factors: [], baseline: {} }, 'all'],
])('the baseline is %s', (_name, definition, expected) => expect(baselineKey(definition)).toBe(expected));
