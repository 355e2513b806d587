import { describe, expect, it } from 'vitest';
import { findValidity, type ValidityInput } from './find-validity.ts';

const minute = 60_000;
const find = (changes: Partial<ValidityInput>) =>
  findValidity({
    load: { fromMs: 0, toMs: 10 * minute },
    watched: {},
    gaps: [],
    droppedIterations: 0,
    generatorShare: null,
    ...changes,
  }).map(({ kind, limits, message }) => [kind, limits, message.replaceAll('\u00a0', ' ')]);
const gap = (fromMs: number, toMs: number) => ({ source: 'api', fromMs, toMs });

describe('findValidity', () => {
  it.each<[string, Partial<ValidityInput>, ReturnType<typeof find>]>([
    ['nothing', {}, []],
    [
      'dropped iterations',
      { droppedIterations: 12 },
      [
        [
          'dropped-iterations',
          true,
          'the load generator could not start 12 iterations in time, so that the load was smaller than asked for',
        ],
      ],
    ],
    ['a generator with room', { generatorShare: 0.6 }, []],
    [
      'a generator at its limit',
      { generatorShare: 0.97 },
      [['generator', true, 'the load generator used up to 97 % of its processors']],
    ],
    [
      'gaps that are a note',
      { gaps: [gap(minute, minute), gap(2 * minute, 2 * minute)] },
      [['gap', false, 'api has 2 gaps: a scrape at a time']],
    ],
    [
      'a gap that limits',
      { gaps: [gap(minute, 4 * minute)] },
      [['gap', true, 'api has one gap: 3 min of 10 min of load']],
    ],
    [
      'a gap after the load',
      { gaps: [gap(11 * minute, 20 * minute)] },
      [['gap', false, 'api has one gap: a scrape at a time']],
    ],
    ['all but the edges seen', { watched: { api: [{ fromMs: 5000, toMs: 9.5 * minute }] } }, []],
    [
      'a source that was away for the first half, and came again',
      {
        watched: {
          api: [
            { fromMs: 5 * minute, toMs: 7 * minute },
            { fromMs: 8 * minute, toMs: 12 * minute },
          ],
        },
      },
      [['coverage', true, 'api covers 40 % of the load']],
    ],
    [
      'a short run between two scrapes',
      { load: { fromMs: 0, toMs: 8000 }, watched: { api: [{ fromMs: 5000, toMs: 5000 }] } },
      [],
    ],
    ['no known load', { load: null, watched: { api: [{ fromMs: 1, toMs: 2 }] } }, []],
  ])('%s', (_name, changes, expected) => {
    expect(find(changes)).toEqual(expected);
  });
});
