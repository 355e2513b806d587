import type { DraftBlock } from '@proofload/contracts';
import {
  type Expression,
  ProofloadError,
  parseExpression,
  type RunMatcher,
  selectionsOf,
} from '@proofload/domain';
import { type NumberFormat, parseFormat } from '../expressions/format-result.ts';
import {
  type BlockProblem,
  type DraftClaim,
  type DraftViewBlock,
  readClaim,
  readView,
} from './read-blocks.ts';
import { plainText, readDocument } from './read-document.ts';
import { requireParsable } from './require-parsable.ts';
import { type NumberMark, splitNumbers } from './split-numbers.ts';

/** Most that one draft asks for. */
const maxExpressions = 500;
const maxViews = 50;

/** An expression, or what is wrong with it. */
export type ReadExpression = { expression: Expression } | { message: string };

interface DraftNumber {
  line: number;
  source: string;
  read: ReadExpression;
  format: NumberFormat;
}

export interface ParsedDraft {
  /** The first heading; null without one. */
  title: string | null;
  document: DraftBlock[];
  footnotes: DraftBlock[][];
  numbers: DraftNumber[];
  claims: (DraftClaim & { read: ReadExpression })[];
  views: DraftViewBlock[];
  /** Claims that cannot be read, which count as such. */
  brokenClaims: number;
  problems: BlockProblem[];
}

/**
 * Reads a draft: its text as blocks, and every number, claim and view in it. What cannot be read is a problem with its
 * line, and stands in the text where it was written.
 * @throws `too-large` for more than 500 numbers and claims, or 50 views
 */
export function parseDraft(source: string): ParsedDraft {
  const plain = source.replace(/\r\n?/g, '\n');
  requireParsable(plain);
  const { text, marks } = splitNumbers(plain);
  const read = readDocument(text, marks);
  const { problems } = read;
  const { claims, views } = read.blocks;
  requireAtMost(read.numbers.length + claims.length, maxExpressions, 'numbers and claims');
  requireAtMost(views.length, maxViews, 'blocks of `proofload`');
  const parts = new BlockReplacer(problems);
  const readClaims = claims.map((block) => parts.keep('claim', readClaim(block)));
  const readViews = views.map((block) => parts.keep('view', readView(block)));
  const replaced = parts.replaceAll(read.document);
  const { title, document } = takeTitle(replaced);
  return {
    title,
    document,
    footnotes: read.footnotes.map((blocks) => parts.replaceAll(blocks)),
    numbers: read.numbers.map(readNumber),
    claims: readClaims.flatMap((found) =>
      'claim' in found ? [{ ...found.claim, read: readExpression(found.claim.expression) }] : [],
    ),
    brokenClaims: readClaims.filter((found) => 'problem' in found).length,
    views: readViews.flatMap((found) => ('view' in found ? [found.view] : [])),
    problems,
  };
}

/** The matchers of every selection in a draft, from which the runs that it needs are found. */
export function matchersOf({ numbers, claims }: Pick<ParsedDraft, 'numbers' | 'claims'>): RunMatcher[][] {
  return [...numbers, ...claims].flatMap(({ read }) =>
    'expression' in read ? selectionsOf(read.expression).map(({ matchers }) => [...matchers]) : [],
  );
}

function requireAtMost(count: number, most: number, what: string): void {
  if (count <= most) return;
  const message = `expected at most ${most} ${what}, not ${count}`;
  throw new ProofloadError('too-large', `source: ${message}`, { fields: [{ field: 'source', message }] });
}

function readNumber({ line, expression, format }: NumberMark): DraftNumber {
  const parsed = format === null ? {} : parseFormat(format);
  const known = parsed ?? {};
  const read: ReadExpression =
    parsed === null
      ? {
          message: `expected a format such as \`2 digits\`, \`min\` or \`%\`, not \`${format?.slice(0, 50)}\``,
        }
      : readExpression(expression);
  return { line, source: expression, read, format: known };
}

function readExpression(source: string): ReadExpression {
  try {
    return { expression: parseExpression(source) };
  } catch (error) {
    if (!(error instanceof ProofloadError)) throw error;
    return { message: error.fields[0]?.message ?? error.message };
  }
}

/** Puts problems in the place of blocks that cannot be read, and counts the others anew. */
class BlockReplacer {
  private readonly problems: BlockProblem[];
  private readonly places = { claim: new Map<number, DraftBlock>(), view: new Map<number, DraftBlock>() };
  private readonly counts = { claim: 0, view: 0 };
  private readonly kept = { claim: 0, view: 0 };

  constructor(problems: BlockProblem[]) {
    this.problems = problems;
  }

  keep<T extends object>(type: 'claim' | 'view', found: T | { problem: BlockProblem }): typeof found {
    const index = this.counts[type];
    this.counts[type] += 1;
    if ('problem' in found) {
      this.problems.push(found.problem);
      this.places[type].set(index, { type: 'problem', ...found.problem });
    } else {
      this.places[type].set(index, { type, index: this.kept[type] });
      this.kept[type] += 1;
    }
    return found;
  }

  replaceAll(blocks: readonly DraftBlock[]): DraftBlock[] {
    return blocks.map((block) => {
      if (block.type === 'claim' || block.type === 'view')
        return this.places[block.type].get(block.index) ?? block;
      if (block.type === 'quote') return { ...block, children: this.replaceAll(block.children) };
      if (block.type !== 'list') return block;
      const items = block.items.map((item) => ({ ...item, children: this.replaceAll(item.children) }));
      return { ...block, items };
    });
  }
}

/** A first heading of the first level is the title, and is not said twice. */
function takeTitle(document: DraftBlock[]): { title: string | null; document: DraftBlock[] } {
  const [first, ...rest] = document;
  if (first?.type !== 'heading' || first.level !== 1) return { title: null, document };
  const title = plainText(first.children).trim().slice(0, 200);
  return title === '' ? { title: null, document } : { title, document: rest };
}
