/**
 * Regular expressions over short texts that take time in proportion to pattern times text, whatever the pattern: they
 * come from whoever writes a report and run on the server, where those of JavaScript may take for ever. Thompson's
 * construction (Regular Expression Search Algorithm, CACM 11, 1968): letters, `.`, `[a-z]`, `\d`, `\w`, `\s`, groups,
 * `|`, `*`, `+` and `?`. A pattern matches the whole text.
 */
export interface TextPattern {
  matches(text: string): boolean;
}

/** What is wrong with a pattern, and where, in characters from 0. */
export class PatternProblem extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.name = 'PatternProblem';
    this.at = at;
  }
}

const maxLength = 256;
const maxDepth = 20;

interface State {
  /** Takes one character; null for a state that only leads on. */
  takes: ((character: string) => boolean) | null;
  next: number[];
}

/** @throws PatternProblem */
export function compilePattern(source: string): TextPattern {
  if (source.length > maxLength)
    throw new PatternProblem(maxLength, `expected a pattern of at most ${maxLength} characters`);
  const states: State[] = [];
  const reader = new PatternReader(source, states);
  const { first, last } = reader.readAll();
  return {
    matches(text) {
      let current = follow(states, [first]);
      for (const character of text) {
        const reached = [...current].flatMap((index) => {
          const state = states[index];
          return state?.takes?.(character) ? state.next : [];
        });
        current = follow(states, reached);
        if (current.size === 0) return false;
      }
      return current.has(last);
    },
  };
}

/** What is reached without taking a character. */
function follow(states: readonly State[], from: readonly number[]): Set<number> {
  const reached = new Set<number>();
  const open = [...from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    const state = states[index];
    if (state && state.takes === null) open.push(...state.next);
  }
  return reached;
}

interface Fragment {
  first: number;
  last: number;
}

class PatternReader {
  private at = 0;
  private readonly characters: string[];
  private readonly states: State[];

  constructor(source: string, states: State[]) {
    this.characters = [...source];
    this.states = states;
  }

  readAll(): Fragment {
    const whole = this.readAlternatives(0);
    if (this.at < this.characters.length)
      throw new PatternProblem(this.at, 'expected no `)` without its `(`');
    return whole;
  }

  private readAlternatives(depth: number): Fragment {
    if (depth > maxDepth) throw new PatternProblem(this.at, 'expected less nesting');
    const branches = [this.readSequence(depth)];
    while (this.characters[this.at] === '|') {
      this.at += 1;
      branches.push(this.readSequence(depth));
    }
    if (branches.length === 1 && branches[0]) return branches[0];
    const last = this.add(null);
    const first = this.add(
      null,
      branches.map((branch) => branch.first),
    );
    for (const branch of branches) this.link(branch.last, last);
    return { first, last };
  }

  private readSequence(depth: number): Fragment {
    const first = this.add(null);
    let last = first;
    for (let next = this.characters[this.at]; next !== undefined && next !== '|' && next !== ')'; ) {
      const part = this.readRepeated(depth);
      this.link(last, part.first);
      last = part.last;
      next = this.characters[this.at];
    }
    return { first, last };
  }

  private readRepeated(depth: number): Fragment {
    const part = this.readOne(depth);
    const sign = this.characters[this.at];
    if (sign !== '*' && sign !== '+' && sign !== '?') return part;
    this.at += 1;
    const last = this.add(null);
    const first = this.add(null, sign === '+' ? [part.first] : [part.first, last]);
    this.link(part.last, last);
    if (sign !== '?') this.link(part.last, part.first);
    return { first, last };
  }

  private readOne(depth: number): Fragment {
    const start = this.at;
    const character = this.characters[this.at] ?? '';
    this.at += 1;
    switch (character) {
      case '(': {
        if (this.characters.slice(this.at, this.at + 2).join('') === '?:') this.at += 2;
        const inner = this.readAlternatives(depth + 1);
        if (this.characters[this.at] !== ')') throw new PatternProblem(this.at, 'expected `)`');
        this.at += 1;
        return inner;
      }
      case '.':
        return this.taking(() => true);
      case '[':
        return this.taking(this.readClass(start));
      case '\\':
        return this.taking(this.readEscape());
      case '*':
      case '+':
      case '?':
        throw new PatternProblem(start, `expected something before \`${character}\``);
      case '{':
      case '}':
      case '^':
      case '$':
        throw new PatternProblem(
          start,
          `expected \`\\${character}\`; patterns match whole values and know no {n}`,
        );
      default:
        return this.taking((other) => other === character);
    }
  }

  private readEscape(): (character: string) => boolean {
    const escaped = this.characters[this.at];
    if (escaped === undefined) throw new PatternProblem(this.at, 'expected a character after `\\`');
    this.at += 1;
    const known = escapes.get(escaped);
    if (known) return (character) => known.test(character);
    if (/[\p{L}\p{N}]/u.test(escaped)) throw new PatternProblem(this.at - 1, `expected no \`\\${escaped}\``);
    return (character) => character === escaped;
  }

  private readClass(start: number): (character: string) => boolean {
    const isNegated = this.characters[this.at] === '^';
    if (isNegated) this.at += 1;
    const tests: ((character: string) => boolean)[] = [];
    while (this.characters[this.at] !== ']') {
      const from = this.characters[this.at];
      if (from === undefined) throw new PatternProblem(start, 'expected a closing `]`');
      this.at += 1;
      if (from === '\\') {
        tests.push(this.readEscape());
        continue;
      }
      const to = this.characters[this.at + 1];
      if (this.characters[this.at] === '-' && to !== undefined && to !== ']') {
        this.at += 2;
        if (to < from) throw new PatternProblem(this.at - 1, 'expected a range upwards');
        tests.push((character) => character >= from && character <= to);
      } else tests.push((character) => character === from);
    }
    this.at += 1;
    return (character) => tests.some((test) => test(character)) !== isNegated;
  }

  private taking(takes: (character: string) => boolean): Fragment {
    const last = this.add(null);
    return { first: this.add(takes, [last]), last };
  }

  private add(takes: State['takes'], next: number[] = []): number {
    return this.states.push({ takes, next }) - 1;
  }

  private link(from: number, to: number): void {
    this.states[from]?.next.push(to);
  }
}

const escapes = new Map([
  ['d', /^\d$/],
  ['D', /^\D$/u],
  ['w', /^\w$/],
  ['W', /^\W$/u],
  ['s', /^\s$/],
  ['S', /^\S$/u],
]);
