import { ProofloadError } from '@proofload/domain';

/** What the parser of Markdown takes a second for on a slow machine; a long report is a tenth of it. */
const maxLength = 65_536;
const maxLines = 3000;
/** Quotes and lists within one another, of one line. */
const maxContainers = 20;
/** Signs of emphasis in one paragraph, whose pairs the parser looks for among all. */
const maxEmphasis = 2000;
const maxOf: readonly [pattern: RegExp, most: number, what: string][] = [
  [/\|/g, 6000, 'bars of tables'],
  [/\[\^/g, 400, 'footnotes'],
  [/\[/g, 4000, 'opening brackets'],
];

/** Refuses, before it is parsed, a text that the parser would take too long for. @throws `too-large`, naming the line */
export function requireParsable(text: string): void {
  if (text.length > maxLength) refuse(`expected at most ${maxLength} characters`);
  const lines = text.split('\n');
  if (lines.length > maxLines) refuse(`expected at most ${maxLines} lines`);
  for (const [pattern, most, what] of maxOf) {
    if ((text.match(pattern)?.length ?? 0) > most) refuse(`expected at most ${most} ${what}`);
  }
  let emphasis = 0;
  lines.forEach((line, index) => {
    const containers = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))*/.exec(line)?.[0] ?? '';
    if ((containers.match(/[^\s\d]/g)?.length ?? 0) > maxContainers)
      refuse('expected less nesting', index + 1);
    emphasis = line.trim() === '' ? 0 : emphasis + (line.match(/[*_~]/g)?.length ?? 0);
    if (emphasis > maxEmphasis)
      refuse(`expected at most ${maxEmphasis} signs of emphasis in a paragraph`, index + 1);
  });
}

function refuse(message: string, line?: number): never {
  const where = line === undefined ? '' : `line ${line}: `;
  throw new ProofloadError('too-large', `source: ${where}${message}`, {
    fields: [{ field: 'source', message, ...(line === undefined ? {} : { line }) }],
  });
}
