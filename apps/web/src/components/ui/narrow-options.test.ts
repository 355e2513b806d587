import { expect, it } from 'vitest';
import { narrowOptions } from './narrow-options';

const all = Array.from({ length: 300 }, (_, index) => ({ value: `m${index}`, text: `queue_depth_${index}` }));
const valuesOf = (search: string, chosen: string, most = 3) => {
  const { options, omitted } = narrowOptions(all, { search, chosen, most });
  return { values: options.map(({ value }) => value), omitted };
};

it('lists the first that have every word, in their order', () => {
  expect(valuesOf('', 'm0')).toEqual({ values: ['m0', 'm1', 'm2'], omitted: 297 });
  expect(valuesOf('DEPTH 29', 'm29', 50)).toEqual({
    values: ['m29', 'm129', 'm229', ...Array.from({ length: 10 }, (_, index) => `m${290 + index}`)],
    omitted: 0,
  });
});

it('lists the chosen one as well, whatever is searched', () => {
  expect(valuesOf('', 'm200')).toEqual({ values: ['m0', 'm1', 'm2', 'm200'], omitted: 296 });
  expect(valuesOf('nothing like this', 'm7')).toEqual({ values: ['m7'], omitted: 0 });
  expect(valuesOf('nothing like this', 'unknown')).toEqual({ values: [], omitted: 0 });
});
