import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { compilePattern, PatternProblem } from './text-pattern.ts';

describe('compilePattern', () => {
  it.each([
    ['main|rel-.*', 'rel-1.2', true],
    ['main|rel-.*', 'mainly', false],
    ['[a-c]+[^0-9_]', 'abx', true],
    ['[a-c]+[^0-9_]', 'ab1', false],
    ['(?:ab)*c?', 'ababc', true],
    ['(ab|a)+', 'aaba', true],
    ['\\d+\\.\\d', '12.3', true],
    ['\\d+\\.\\d', '12x3', false],
    ['[\\d.]+', '1.2.3', true],
    ['a-b]', 'a-b]', true],
    ['', '', true],
    ['', 'a', false],
    ['..', '\u{1f600}ü', true],
  ])('%s of %s', (pattern, text, expected) => {
    expect(compilePattern(pattern).matches(text)).toBe(expected);
  });

  it.each(['(', ')', '[a', '*a', 'a{2}', '^a', 'a$', '\\', '\\b', '[z-a]', 'a'.repeat(300), '('.repeat(50)])(
    'refuses %s',
    (pattern) => expect(() => compilePattern(pattern)).toThrow(PatternProblem),
  );

  it('takes no longer for what engines that go back take for ever', () => {
    const pattern = compilePattern(`${'(a*)*'.repeat(20)}b`);
    const startedMs = performance.now();
    expect(pattern.matches('a'.repeat(1000))).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(2000);
  });

  it('agrees with the engine of the language', () => {
    const random = createRandom(3);
    const pieces = ['a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(ab)', '|', '*', '+', '?'];
    let compared = 0;
    for (let round = 0; round < 4000; round++) {
      const pattern = Array.from(
        { length: 1 + Math.floor(random() * 6) },
        () => pieces[Math.floor(random() * pieces.length)],
      ).join('');
      const text = Array.from(
        { length: Math.floor(random() * 6) },
        () => 'abc'[Math.floor(random() * 3)],
      ).join('');
      // `a*+` and the like mean another thing there, or nothing.
      if (/[*+?]{2}|(^|[|(])[*+?]/.test(pattern)) continue;
      compared += 1;
      expect(compilePattern(pattern).matches(text), `${pattern} of ${text}`).toBe(
        new RegExp(`^(?:${pattern})$`, 'su').test(text),
      );
    }
    expect(compared).toBeGreaterThan(1000);
  });
});
