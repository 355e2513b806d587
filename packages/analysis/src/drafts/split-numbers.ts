/** A number in the text: what stands between `{{` and `}}`. */
export interface NumberMark {
  line: number;
  expression: string;
  /** Behind the bar; null without one. */
  format: string | null;
  /** As written, with its braces. */
  source: string;
}

export interface MarkedText {
  /** The source with marks in the place of numbers: lines stay where they are. */
  text: string;
  marks: NumberMark[];
}

const open = '\ue000';
const close = '\ue001';
const markPattern = /\ue000(\d+)\ue001/g;

/**
 * Takes numbers out of Markdown before it is parsed: stars, bars and underlines of an expression mean nothing to it
 * then. The private-use characters that stand for them are taken out of the source itself.
 */
export function splitNumbers(source: string): MarkedText {
  const clean = source.replaceAll(open, '\ufffd').replaceAll(close, '\ufffd');
  const marks: NumberMark[] = [];
  const lines = clean.split('\n').map((text, index) => {
    let [marked, at] = ['', 0];
    for (let start = text.indexOf('{{'); start >= 0; start = text.indexOf('{{', at)) {
      const found = readNumber(text, start);
      if (found === null) break;
      marked += `${text.slice(at, start)}${open}${marks.length}${close}`;
      marks.push({
        line: index + 1,
        expression: found.expression,
        format: found.format,
        source: text.slice(start, found.end),
      });
      at = found.end;
    }
    return marked + text.slice(at);
  });
  return { text: lines.join('\n'), marks };
}

/** Finds the end with regard to texts and the braces of selections. */
function readNumber(
  text: string,
  start: number,
): { expression: string; format: string | null; end: number } | null {
  const place = { depth: 0, bar: -1 };
  for (let at = start + 2; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"' || character === "'") at = endOfText(text, at);
    else if (place.depth === 0 && text.startsWith('}}', at)) {
      const { bar } = place;
      const expression = text.slice(start + 2, bar < 0 ? at : bar).trim();
      return { expression, format: bar < 0 ? null : text.slice(bar + 1, at).trim(), end: at + 2 };
    } else note(place, character, at);
  }
  return null;
}

/** Remembers how deep a place is within braces, and where the first bar outside of them is. */
function note(place: { depth: number; bar: number }, character: string | undefined, at: number): void {
  if (character === '{') place.depth += 1;
  else if (character === '}') place.depth = Math.max(0, place.depth - 1);
  else if (character === '|' && place.depth === 0 && place.bar < 0) place.bar = at;
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[start]) return at;
  }
  return text.length;
}

/** Splits a text at its marks. */
export function splitAtMarks(text: string): (string | number)[] {
  const parts: (string | number)[] = [];
  let at = 0;
  for (const match of text.matchAll(markPattern)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    parts.push(Number(match[1]));
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** The text as it was, for code and the like, where braces are only braces. */
export const restoreMarks = (text: string, marks: readonly NumberMark[]): string =>
  text.replace(markPattern, (_, index: string) => marks[Number(index)]?.source ?? '');
