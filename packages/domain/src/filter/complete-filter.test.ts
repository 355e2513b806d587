import { describe, expect, it } from 'vitest';
import { completeFilter, type KnownField } from './complete-filter.ts';
import { parseFilter } from './parse-filter.ts';

const known: KnownField[] = [
  { kind: 'param', name: 'mode', values: ['greedy', 'round-robin'] },
  { kind: 'param', name: 'workers', values: [] },
  { kind: 'measurement', name: 'p95', values: [] },
  { kind: 'measurement', name: 'workers', values: [] },
  { kind: 'label', name: 'branch', values: ['it\'s "main"', 'release'] },
];
const complete = (source: string, caret = source.length) => completeFilter(source, caret, known);
const texts = (source: string, caret?: number) => complete(source, caret).options.map(({ text }) => text);

describe('completeFilter', () => {
  it.each<[string, string[]]>([
    ['p9', ['p95']],
    ['bra', ['label.branch']],
    ['work', ['param.workers', 'measurement.workers']],
    ['not (ver', ['verdict']],
    ['p95 ', ['=', '!=', '<', '<=', '>', '>=', 'in', 'not in']],
    ['status ', ['=', '!=', 'in', 'not in']],
    ['pinned=', ['true', 'false']],
    ['status in (queued, fini', ['finishing', 'finished']],
    ['mode=', ['"greedy"', '"round-robin"']],
    ['mode="ro', ['"round-robin"']],
    ['label.branch = ', ['"it\'s \\"main\\""', '"release"']],
    ['p95<300 ', ['and', 'or']],
    ['p95<300 o', ['or']],
    ['p95 <> 3 ', []],
    ['label. ', []],
  ])('after `%s`', (source, expected) => {
    expect(texts(source)).toEqual(expected);
  });

  it('begins again with a field after `and`', () => {
    expect(texts('p95<300 and ')).toEqual(expect.arrayContaining(['mode', 'p95', 'label.branch']));
  });

  it('takes the place of the word around the caret', () => {
    const { from, to, options } = complete('p95<300 and verd=pass', 14);
    expect([from, to, options[0]?.text]).toEqual([12, 16, 'verdict']);
  });

  it('offers what the filter can be read with', () => {
    for (const source of ['', 'not ', '(', 'p95 > 1 or ']) {
      for (const field of texts(source)) {
        const [operator = ''] = texts(`${source}${field} `);
        const value =
          texts(`${source}${field} ${operator} `)[0] ?? (/At$/.test(field) ? '"2026-01-01"' : '1');
        const closed = source === '(' ? ')' : '';
        expect(() => parseFilter(`${source}${field} ${operator} ${value}${closed}`)).not.toThrow();
      }
    }
  });
});
