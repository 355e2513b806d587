export const escapeCells = (cells: readonly string[]): string[] => cells.map(escapeText);

/** A table of cells that are escaped already. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isRight: (index: number) => boolean,
): string {
  // A bar in code parts cells as well.
  const cellText = (cell: string) => cell.replaceAll('\n', ' ').replace(/(?<!\\)\|/g, '\\|');
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(' | ')} |`;
  const rule = head.map((_, index) => (isRight(index) ? '---:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Signs that Markdown would take for its own. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>|~]/g, '\\$&')
    .replace(/^([#+-])/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2');

export const indent = (text: string, by: string): string => text.replaceAll(/\n(?!\n|$)/g, `\n${by}`);
export const quote = (text: string): string => `> ${text.replaceAll('\n', '\n> ')}`;

export function fence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language.replaceAll(/[`\n]/g, '')}\n${text}\n${ticks}`;
}

export function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

/** A picture beside a Markdown file. */
export interface MarkdownFigure {
  /** What it shows, for whoever does not see it. */
  alt: string;
  /** Relative to the file, such as `figures/01-p95.png`. */
  path: string;
  /** The data that is drawn, as a file beside the picture. */
  data: string;
}

export const figureText = ({ alt, path, data }: MarkdownFigure): string =>
  `![${escapeText(alt.replaceAll(/\s+/g, ' '))}](${path})\n\n[Data of the figure](${data})`;
