import type { DraftBlock } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { fuzz, fuzzTimeoutMs, mutateText } from '@proofload/testkit/fuzz';
import { describe, expect, it } from 'vitest';
import { evaluateDraft } from './evaluate-draft.ts';
import { parseDraft } from './parse-draft.ts';

const one = (source: string): DraftBlock | undefined => parseDraft(source).document[0];

describe('parseDraft', () => {
  it('takes numbers out of the text, wherever it has them', () => {
    const { numbers, document, title } = parseDraft(
      '# The title\n\nA *{{ 1 + 2 | 2 digits }}* b `{{ not }}`\n\n| a |\n|--:|\n| {{ count(runs{a="}}|"}) }} |\n\n    {{ code }}\n',
    );
    expect(title).toBe('The title');
    expect(numbers.map(({ line, source, format }) => ({ line, source, format }))).toEqual([
      { line: 3, source: '1 + 2', format: { digits: 2 } },
      { line: 7, source: 'count(runs{a="}}|"})', format: {} },
    ]);
    expect(document[0]).toEqual({
      type: 'paragraph',
      children: [
        { type: 'text', text: 'A ' },
        { type: 'emphasis', children: [{ type: 'number', index: 0 }] },
        { type: 'text', text: ' b ' },
        { type: 'code', text: '{{ not }}' },
      ],
    });
    expect(document[2]).toEqual({ type: 'code', language: null, text: '{{ code }}' });
  });

  it.each([
    ['<script>alert(1)</script>', { type: 'code', language: null, text: '<script>alert(1)</script>' }],
    ['[a](javascript:alert(1))', { type: 'paragraph', children: [{ type: 'text', text: 'a' }] }],
    ['[a](//evil.example/x)', { type: 'paragraph', children: [{ type: 'text', text: 'a' }] }],
    [
      '![a](https://x.example/y.png)',
      {
        type: 'paragraph',
        children: [{ type: 'link', url: 'https://x.example/y.png', children: [{ type: 'text', text: 'a' }] }],
      },
    ],
    [
      'a <b>c',
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'a ' },
          { type: 'text', text: '<b>' },
          { type: 'text', text: 'c' },
        ],
      },
    ],
  ])('lets nothing of %s through that a page would carry out', (source, block) => {
    expect(one(source)).toEqual(block);
  });

  it.each([
    ['```claim\nclaim: a\n```', 2, 'expression: expected an expression'],
    ['a\n\n```claim\nclaim: [a\n```', 4, /^expected YAML: /],
    ['```proofload\nview: pie\nexperiment: a\n```', 2, /^view: /],
    ['```proofload\nview: table\n```', 2, /^expected `experiment`, `sweep` or `runs`/],
    ['```proofload\n{view: table, runs: "a=="}\n```', 2, /^runs: expected `=`/],
    ['a\n{{ 1 ', 1, 'expected `}}` on the line of its `{{`'],
  ])('says of %s what is wrong on which line', (source, line, message) => {
    const { problems } = parseDraft(source);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.line).toBe(line);
    expect(problems[0]?.message).toMatch(message);
  });

  it('reads `expected: > 3x` as it is meant, and counts a broken claim as one', () => {
    const draft = parseDraft(
      '```claim\nclaim: a\nexpression: 4 x\nexpected: > 3x\n```\n\n```claim\nnothing\n```\n',
    );
    const data = { scope: { runs: [], explain: () => null }, views: [], definitions: [], title: 't' };
    const { claims, summary } = evaluateDraft(draft, { ...data, evaluatedAt: '2026-01-31T12:00:00.000Z' });
    expect(claims).toMatchObject([{ state: 'holds', expected: '> 3x' }]);
    expect(summary).toMatchObject({ claims: 2, said: '1 of 2 claims hold: 1 cannot be evaluated' });
  });

  it.each([
    ['a'.repeat(70_000), undefined],
    ['\n'.repeat(4000), undefined],
    [`a\n${'> '.repeat(50)}b`, 2],
    [`a\n\n${'*_'.repeat(2000)}`, 3],
    ['['.repeat(5000), undefined],
    ['|'.repeat(7000), undefined],
  ])('refuses what would take the parser too long', (source, line) => {
    try {
      parseDraft(source);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'too-large', fields: [{ field: 'source' }] });
      expect((error as ProofloadError).fields[0]?.line).toBe(line);
    }
  });
});

const drafts = [
  '# A\n\n{{ ratio(a{x=1}, b{}) | 2 digits }} *b* [c](d)[^1]\n\n- [x] e\n  > f\n\n[^1]: {{ 1 s }}\n',
  '```claim\n{claim: a, expression: "1 x", expected: "> 3x"}\n```\n\n| a |\n|--|\n| {{ 2 }} |\n\n<b>\n',
  '```proofload\nview: table\nexperiment: a\nruns: a>=1 and b="c"\n```\n\n1. a\n2. `{{ b }}`\n\n***\n',
];

it('reads damaged drafts, or refuses them', { timeout: fuzzTimeoutMs }, async () => {
  await fuzz({ seed: 61, rounds: 1500 }, (random) => {
    const text = mutateText(random, drafts[Math.floor(random() * drafts.length)] ?? '', drafts);
    try {
      parseDraft(text);
    } catch (error) {
      expect(error).toBeInstanceOf(ProofloadError);
    }
  });
});
