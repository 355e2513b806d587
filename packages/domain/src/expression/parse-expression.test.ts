import { describe, expect, it } from 'vitest';
import { ProofloadError } from '../errors.ts';
import { compileMatchers, type Expression, type RunFacts, selectionsOf } from './index.ts';
import { parseExpression, parseRunMatchers } from './parse-expression.ts';

/** An expression in few signs, so that its structure can be read. */
function print(node: Expression): string {
  switch (node.kind) {
    case 'quantity':
      return `${node.value}${node.unit === '' ? '' : ` ${node.unit}`}`;
    case 'selection':
      return `${node.measurement ?? 'runs'}{${node.matchers
        .map(({ name, operator, value }) => `${name}${operator}${JSON.stringify(value)}`)
        .join(',')}}`;
    case 'reduction':
      return `${node.reducer}(${print(node.of)})`;
    case 'method':
      return `${node.method}(${print(node.of)}, ${node.factor})`;
    case 'relation':
      return `${node.relation}(${print(node.first)}, ${print(node.second)})`;
    case 'arithmetic':
      return `(${print(node.first)} ${node.operator} ${print(node.second)})`;
    case 'negative':
      return `-${print(node.operand)}`;
    case 'conversion':
      return `[${print(node.operand)} in ${node.unit}]`;
  }
}

describe('parseExpression', () => {
  it.each([
    ['sync{experiment="a-b", qps=50}', 'sync{experiment="a-b",qps=50}'],
    ['"error-rate"{env.nodes="2", label.x=main,}', 'error-rate{env.nodes="2",label.x="main"}'],
    ['count(runs{outcome!="completed", qps>=1.5e2})', 'count(runs{outcome!="completed",qps>=150})'],
    ['a{x=-5} + b{} * 2 - 3', '((a{x=-5} + (b{} * 2)) - 3)'],
    ['-a{} / (1 + 2)', '(-a{} / (1 + 2))'],
    ['120 MB/s in Mbit/s', '[120 MB/s in Mbit/s]'],
    ['a{} / 10 MB in 1', null],
    ['ratio(a{x=1}, a{x=2} in s)', 'ratio(a{x=1}, [a{x=2} in s])'],
    ['10 MB/a{}', '(10 MB / a{})'],
    ['5 % * 3x', '(5 % * 3 x)'],
    ['knee(a{m=~"x|y"}, "my factor")', 'knee(a{m=~"x|y"}, my factor)'],
    ['−3 × a{}', '(-3 * a{})'],
    ["a{t='it\\'s'}", 'a{t="it\'s"}'],
  ])('%s', (source, expected) => {
    if (expected === null) expect(() => parseExpression(source)).toThrow(ProofloadError);
    else expect(print(parseExpression(source))).toBe(expected);
  });

  it.each([
    ['', 'expected a measurement, a number or a function, not the end, at character 1'],
    ['a', 'expected `{` after a, with what its runs have in common at character 2'],
    ['a{qps}', 'expected =, !=, =~, !~, <, <=, > or >= at character 6'],
    ['a{qps==5}', 'expected `=`, with one equals sign, at character 6'],
    ['a{qps=5', 'expected `,` or `}`, with texts of more than a word in quotes, at character 8'],
    ['a{qps>=50ms}', 'expected a number without a unit at character 8'],
    ['a{qps>fast}', 'expected a number after > at character 7'],
    ['a{m=~"("}', 'in the pattern, expected `)` at character 8'],
    ['a{m=~x}', 'expected a pattern in quotes at character 6'],
    ['mean(runs{})', 'expected a measurement, since runs can only be counted, at character 6'],
    ['avg(a{})', /^expected one of the functions mean, .*, not `avg`, at character 1$/],
    ['ratio(a{})', 'expected `,` and what ratio is taken to at character 10'],
    ['a{} b{}', 'expected an operator or the end, not `b`, at character 5'],
    ['a{}; drop', 'expected a measurement, a number, a function or a bracket, not `;`, at character 4'],
    ['a{x="y}', 'expected a closing " for the text at character 5'],
    ['1e999', 'expected a number below 1e308 at character 1'],
    [`${'('.repeat(50)}1${')'.repeat(50)}`, 'expected at most 40 levels of brackets at character 42'],
    [`${'-'.repeat(50)}1`, 'expected at most 40 signs in a row at character 42'],
    ['a'.repeat(3000), 'expected at most 2000 characters, but there is more at character 2001'],
    ['a{x="\0"}', 'expected text without NUL and halves of characters at character 6'],
  ])('refuses %s', (source, message) => {
    try {
      parseExpression(source);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid', fields: [{ field: 'expression' }] });
      expect((error as ProofloadError).fields[0]?.message).toMatch(message);
    }
  });

  it('names every selection with its place in the text', () => {
    const source = 'ratio(a{x=1}, mean(b{}) + knee(c{}, x))';
    const places = selectionsOf(parseExpression(source)).map(({ start, end }) => source.slice(start, end));
    expect(places).toEqual(['a{x=1}', 'b{}', 'c{}']);
  });
});

describe('matchers', () => {
  const run: RunFacts = {
    id: 'run1',
    name: 'a run',
    experiment: 'pool-size',
    status: 'finished',
    outcome: 'completed',
    verdict: null,
    executor: 'k6',
    treatment: 'mode=legacy; workers=2',
    replicate: 1,
    sweep: null,
    params: { workers: 2, mode: 'legacy', cached: true },
    labels: { branch: 'main', workers: 'label', study: 'pools' },
    environment: { nodes: '2' },
  };

  it.each([
    ['workers=2', true],
    ['workers="2"', true],
    ['workers=3', false],
    ['workers!=3', true],
    ['workers>=2, workers<3', true],
    ['workers>2', false],
    ['label.workers=label', true],
    ['branch=main', true],
    ['study=pools', true],
    ['env.nodes="2"', true],
    ['env.nodes=2', true],
    ['env.nodes>1', true],
    ['env.zone=""', true],
    ['env.zone!="a"', true],
    ['env.zone<1', false],
    ['param.mode=~"leg.*|x"', true],
    ['mode=~"leg"', false],
    ['mode!~"leg"', true],
    ['cached=true', true],
    ['outcome=completed, experiment="pool-size", replicate=1', true],
    ['verdict=""', true],
    ['', true],
    ['constructor=""', true],
  ])('%s: %s', (source, expected) => {
    expect(compileMatchers(parseRunMatchers(source))(run)).toBe(expected);
  });
});
