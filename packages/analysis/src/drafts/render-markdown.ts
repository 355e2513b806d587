import type { DraftBlock, DraftEvaluation, DraftInline, EvaluatedClaim } from '@proofload/contracts';
import { codeSpan, escapeText, fence, indent, type MarkdownFigure, quote, table } from './markdown-text.ts';
import { viewText } from './view-text.ts';

const stateWords = {
  holds: 'Holds',
  drifted: 'Drifted',
  'cannot-be-evaluated': 'Cannot be evaluated',
} as const;

/** Pictures of a block, by its place. */
export type FiguresOf = (view: number) => readonly MarkdownFigure[];

/**
 * A draft as plain GitHub Markdown with its numbers filled in: claims as quotes, figures as the tables behind them.
 * @param figuresOf pictures that stand above those tables
 */
export function renderMarkdown(evaluation: DraftEvaluation, figuresOf: FiguresOf = () => []): string {
  const { title, summary, document, footnotes } = evaluation;
  const writer = new MarkdownWriter(evaluation, figuresOf);
  const notes = footnotes.map(
    (blocks, index) => `[^${index + 1}]: ${indent(writer.blocks(blocks).trim(), '    ')}`,
  );
  const parts = [
    `# ${escapeText(title)}`,
    ...(summary.said === '' ? [] : [`**${summary.said}** (${evaluation.evaluatedAt}).`]),
    writer.blocks(document),
    ...notes,
  ];
  return `${parts.join('\n\n').trim()}\n`;
}

class MarkdownWriter {
  private readonly evaluation: DraftEvaluation;
  private readonly figuresOf: FiguresOf;

  constructor(evaluation: DraftEvaluation, figuresOf: FiguresOf) {
    this.evaluation = evaluation;
    this.figuresOf = figuresOf;
  }

  blocks(blocks: readonly DraftBlock[]): string {
    return blocks.map((block) => this.block(block)).join('\n\n');
  }

  private block(block: DraftBlock): string {
    switch (block.type) {
      case 'heading':
        return `${'#'.repeat(block.level)} ${this.line(block.children)}`;
      case 'paragraph':
        return this.line(block.children);
      case 'list':
        return block.items
          .map(({ checked, children }, index) => {
            const mark = block.start === null ? '-' : `${block.start + index}.`;
            const box = checked === null ? '' : checked ? '[x] ' : '[ ] ';
            return `${mark} ${box}${indent(this.blocks(children), ' '.repeat(mark.length + 1))}`;
          })
          .join('\n');
      case 'quote':
        return quote(this.blocks(block.children));
      case 'code':
        return fence(block.text, block.language ?? '');
      case 'table': {
        const rows = block.rows.map((row) => row.map((cell) => this.line(cell)));
        return table(rows[0] ?? [], rows.slice(1), (index) => block.align[index] === 'right');
      }
      case 'rule':
        return '---';
      case 'problem':
        return quote(`Line ${block.line}: ${escapeText(block.message)}`);
      case 'claim':
        return claimText(this.evaluation.claims[block.index]);
      case 'view':
        return viewText(this.evaluation.views[block.index], this.figuresOf(block.index));
    }
  }

  private line(nodes: readonly DraftInline[]): string {
    return nodes.map((node) => this.inline(node)).join('');
  }

  private inline(node: DraftInline): string {
    switch (node.type) {
      case 'text':
        return escapeText(node.text);
      case 'code':
        return codeSpan(node.text);
      case 'strong':
        return `**${this.line(node.children)}**`;
      case 'emphasis':
        return `*${this.line(node.children)}*`;
      case 'delete':
        return `~~${this.line(node.children)}~~`;
      case 'link':
        return `[${this.line(node.children)}](<${node.url.replaceAll(/[<>\n]/g, encodeURIComponent)}>)`;
      case 'footnote':
        return `[^${node.number}]`;
      case 'break':
        return '\\\n';
      case 'number': {
        const result = this.evaluation.numbers[node.index]?.result;
        return result?.problem === null ? escapeText(result.text) : '*cannot be evaluated*';
      }
    }
  }
}

function claimText(claim: EvaluatedClaim | undefined): string {
  if (!claim) return '';
  const said = `**${stateWords[claim.state]}:** ${escapeText(claim.claim)}`;
  const found = `Expected ${escapeText(claim.expected)}; ${escapeText(claim.message)}. ${codeSpan(claim.expression)}`;
  return quote(`${said}\n\n${found}`);
}
