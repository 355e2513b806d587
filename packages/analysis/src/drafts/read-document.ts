import type { DraftBlock, DraftInline } from '@proofload/contracts';
import type { FootnoteDefinition, List, PhrasingContent, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { type NumberMark, restoreMarks, splitAtMarks } from './split-numbers.ts';

export interface CodeBlock {
  kind: 'claim' | 'view';
  line: number;
  text: string;
}

export interface ReadDocument {
  document: DraftBlock[];
  footnotes: DraftBlock[][];
  /** Those of the marks that stand in the text, in the order in which the document names them. */
  numbers: NumberMark[];
  blocks: { claims: CodeBlock[]; views: CodeBlock[] };
  problems: { line: number; message: string }[];
}

/** Blocks within blocks. */
const maxDepth = 20;

/**
 * Turns Markdown into the blocks that pages know. Nothing else gets through: HTML is shown as text, images become
 * links, and links lead to the web, by mail, or within the page.
 */
export function readDocument(text: string, marks: readonly NumberMark[]): ReadDocument {
  const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return new DocumentReader(marks).read(root.children);
}

class DocumentReader {
  private readonly marks: readonly NumberMark[];
  private readonly numbers: NumberMark[] = [];
  private readonly problems: ReadDocument['problems'] = [];
  private readonly claims: CodeBlock[] = [];
  private readonly views: CodeBlock[] = [];
  private readonly definitions = new Map<string, string>();
  private readonly notes = new Map<string, FootnoteDefinition>();
  private readonly cited: string[] = [];
  private readonly ids = new Map<string, number>();

  constructor(marks: readonly NumberMark[]) {
    this.marks = marks;
  }

  read(nodes: readonly RootContent[]): ReadDocument {
    this.gather(nodes, 0);
    const document = this.blocks(nodes, 0);
    const footnotes: DraftBlock[][] = [];
    // A note may cite another one, which makes the list longer.
    for (let index = 0; index < this.cited.length; index += 1) {
      footnotes.push(this.blocks(this.notes.get(this.cited[index] ?? '')?.children ?? [], 1));
    }
    const { numbers, claims, views, problems } = this;
    return { document, footnotes, numbers, blocks: { claims, views }, problems };
  }

  /** Addresses and notes may be defined after they are used. */
  private gather(nodes: readonly RootContent[], depth: number): void {
    for (const node of nodes) {
      if (node.type === 'definition') this.definitions.set(node.identifier, node.url);
      if (node.type === 'footnoteDefinition') this.notes.set(node.identifier, node);
      if ('children' in node && depth < maxDepth) this.gather(node.children as RootContent[], depth + 1);
    }
  }

  private blocks(nodes: readonly RootContent[], depth: number): DraftBlock[] {
    return nodes.flatMap((node) => this.block(node, depth));
  }

  private block(node: RootContent, depth: number): DraftBlock[] {
    const line = node.position?.start.line ?? 1;
    if (depth > maxDepth) return [{ type: 'problem', line, message: 'expected less nesting' }];
    switch (node.type) {
      case 'paragraph':
        return [{ type: 'paragraph', children: this.inlines(node.children) }];
      case 'heading': {
        const children = this.inlines(node.children);
        return [{ type: 'heading', level: node.depth, id: this.idOf(children), children }];
      }
      case 'blockquote':
        return [{ type: 'quote', children: this.blocks(node.children, depth + 1) }];
      case 'list':
        return [this.list(node, depth)];
      case 'table':
        return [this.table(node)];
      case 'thematicBreak':
        return [{ type: 'rule' }];
      case 'code':
        return [this.code(node.lang ?? null, this.restore(node.value), line)];
      case 'html':
        return [{ type: 'code', language: null, text: this.restore(node.value) }];
      default:
        return [];
    }
  }

  private code(language: string | null, text: string, line: number): DraftBlock {
    if (language !== 'claim' && language !== 'proofload') return { type: 'code', language, text };
    const kind = language === 'claim' ? 'claim' : 'view';
    const list = kind === 'claim' ? this.claims : this.views;
    // The text begins on the line after the fence.
    list.push({ kind, line: line + 1, text });
    return { type: kind, index: list.length - 1 };
  }

  private list(node: List, depth: number): DraftBlock {
    const items = node.children.map((item) => ({
      checked: item.checked ?? null,
      children: this.blocks(item.children, depth + 1),
    }));
    return { type: 'list', start: node.ordered ? (node.start ?? 1) : null, items };
  }

  private table(node: Table): DraftBlock {
    const rows = node.children.map((row) => row.children.map((cell) => this.inlines(cell.children)));
    return { type: 'table', align: (node.align ?? []).map((side) => side ?? null), rows };
  }

  private inlines(nodes: readonly PhrasingContent[]): DraftInline[] {
    return nodes.flatMap((node) => this.inline(node));
  }

  private inline(node: PhrasingContent): DraftInline[] {
    switch (node.type) {
      case 'text':
        return splitAtMarks(node.value).flatMap((part) =>
          typeof part === 'number' ? this.number(part) : this.text(part, node.position?.start.line ?? 1),
        );
      case 'strong':
      case 'emphasis':
      case 'delete':
        return [{ type: node.type, children: this.inlines(node.children) }];
      case 'inlineCode':
        return [{ type: 'code', text: this.restore(node.value) }];
      case 'break':
        return [{ type: 'break' }];
      case 'html':
        return [{ type: 'text', text: this.restore(node.value) }];
      case 'link':
        return this.link(node.url, this.inlines(node.children));
      case 'linkReference':
        return this.link(this.definitions.get(node.identifier) ?? '', this.inlines(node.children));
      case 'image':
        return this.link(node.url, [{ type: 'text', text: node.alt || 'image' }]);
      case 'imageReference':
        return this.link(this.definitions.get(node.identifier) ?? '', [
          { type: 'text', text: node.alt || 'image' },
        ]);
      case 'footnoteReference':
        return this.footnote(node.identifier);
      default:
        return [];
    }
  }

  private number(mark: number): DraftInline[] {
    const found = this.marks[mark];
    return found ? [{ type: 'number', index: this.numbers.push(found) - 1 }] : [];
  }

  private text(text: string, line: number): DraftInline[] {
    if (text.includes('{{')) this.problems.push({ line, message: 'expected `}}` on the line of its `{{`' });
    return [{ type: 'text', text }];
  }

  /** The text alone where an address is none that a page may lead to. */
  private link(address: string, children: DraftInline[]): DraftInline[] {
    const url = this.restore(address);
    return isSafeLink(url) ? [{ type: 'link', url, children }] : children;
  }

  private footnote(identifier: string): DraftInline[] {
    if (!this.notes.has(identifier)) return [];
    if (!this.cited.includes(identifier)) this.cited.push(identifier);
    return [{ type: 'footnote', number: this.cited.indexOf(identifier) + 1 }];
  }

  private restore(text: string): string {
    return restoreMarks(text, this.marks);
  }

  /** An anchor for a heading, each once. */
  private idOf(children: readonly DraftInline[]): string {
    const said = plainText(children)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60);
    const base = said === '' ? 'section' : said;
    const count = this.ids.get(base) ?? 0;
    this.ids.set(base, count + 1);
    return count === 0 ? base : `${base}-${count + 1}`;
  }
}

function isSafeLink(url: string): boolean {
  if (url.startsWith('#')) return true;
  // Addresses within the site begin with one slash; two would lead to another host.
  if (url.startsWith('/')) return !/^\/[/\\]/.test(url);
  return /^(?:https?:\/\/|mailto:)[^\s]+$/i.test(url);
}

/** The words of a line, without numbers. */
export function plainText(children: readonly DraftInline[]): string {
  return children
    .map((child) => {
      if (child.type === 'text' || child.type === 'code') return child.text;
      if (child.type === 'break') return ' ';
      return 'children' in child ? plainText(child.children) : '';
    })
    .join('');
}
