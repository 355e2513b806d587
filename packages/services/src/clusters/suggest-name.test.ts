import { expect, it } from 'vitest';
import { suggestName } from './suggest-name.ts';

it.each([
  ['kind-dev', 'kind-dev'],
  ['arn:aws:eks:eu-central-1:123456789012:cluster/prod', 'prod'],
  ['gke_my-project_europe-west1_bench', 'gke-my-project-europe-west1-bench'],
  ['admin@Bench_2', 'admin-bench-2'],
  ['…', 'cluster'],
  ['x'.repeat(100), 'x'.repeat(59)],
])('makes of the context %s the name %s', (context, name) => {
  expect(suggestName(context, new Set())).toBe(name);
});

it('finds another name for one that is taken', () => {
  expect(suggestName('dev', new Set(['dev', 'dev-2']))).toBe('dev-3');
});
