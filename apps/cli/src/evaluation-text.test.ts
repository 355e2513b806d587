import type { EvaluationJob } from '@proofload/contracts';
import { expect, it } from 'vitest';
import { renderEvaluation } from './evaluation-text.ts';

const job: EvaluationJob = {
  id: '01abcdefgh',
  experiment: 'pool-size',
  version: 3,
  status: 'finished',
  createdAt: '2026-01-31T12:00:00.000Z',
  createdBy: 'Ada',
  finishedAt: '2026-01-31T12:00:05.000Z',
  counts: { total: 6, pending: 0, evaluated: 3, unchanged: 2, kept: 1, failed: 0, superseded: 0 },
  notes: [{ run: '01run00001', note: 'Its samples are gone, so the old results stay' }],
};

it('says what became of every run', () => {
  expect(renderEvaluation(job)).toEqual([
    'pool-size version 3: finished, 6 runs',
    '  3 with new results',
    '  2 had these results already',
    '  1 keep their old results',
    '01run00001: Its samples are gone, so the old results stay',
  ]);
});

it('says when there was nothing to do', () => {
  const counts = { total: 0, pending: 0, evaluated: 0, unchanged: 0, kept: 0, failed: 0, superseded: 0 };
  expect(renderEvaluation({ ...job, counts, notes: [] })).toEqual(['pool-size version 3: finished, 0 runs']);
});
