import type { DraftBlock, DraftEvaluation, DraftInline } from '@proofload/contracts';
import { Fragment, type ReactNode } from 'react';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { ClaimCard } from './claim-card';
import { DraftNumber } from './draft-number';
import { DraftView } from './draft-view';

interface PartProps {
  evaluation: DraftEvaluation;
  isLinked: boolean;
}

const headings = {
  1: 'pt-4 text-xl font-semibold',
  2: 'pt-4 text-lg font-semibold',
  3: 'pt-2 text-base font-semibold',
} as const;

/** A block of a draft. Only what the evaluation knows gets here: there is no HTML in it. */
export function BlockView({ block, ...part }: PartProps & { block: DraftBlock }): ReactNode {
  switch (block.type) {
    case 'heading':
      return <Heading block={block} {...part} />;
    case 'paragraph':
      return (
        <p className="break-words">
          <Inlines nodes={block.children} {...part} />
        </p>
      );
    case 'list':
      return <List block={block} {...part} />;
    case 'quote':
      return (
        <blockquote className="space-y-2 border-l-2 border-line-strong pl-4 text-muted">
          <Blocks blocks={block.children} {...part} />
        </blockquote>
      );
    case 'code':
      return (
        <pre className="overflow-x-auto rounded-md border border-line bg-raised p-3 font-mono text-xs whitespace-pre-wrap break-words">
          {block.text}
        </pre>
      );
    case 'table':
      return <DataTable block={block} {...part} />;
    case 'rule':
      return <hr className="border-line" />;
    case 'claim': {
      const claim = part.evaluation.claims[block.index];
      return claim && <ClaimCard claim={claim} {...part} />;
    }
    case 'view': {
      const view = part.evaluation.views[block.index];
      return (
        view && (
          <DraftView id={`view-${block.index + 1}`} view={view} definition={null} isLinked={part.isLinked} />
        )
      );
    }
    case 'problem':
      return (
        <p className="rounded-md bg-breach-soft px-3 py-2 text-sm text-breach">
          Line {block.line}: {block.message}
        </p>
      );
  }
}

type Of<T extends DraftBlock['type']> = PartProps & { block: Extract<DraftBlock, { type: T }> };

/** The title of the page is the only heading of the first level. */
function Heading({ block, ...part }: Of<'heading'>) {
  const level = Math.min(Math.max(block.level, 2), 6);
  const Tag = `h${level}` as 'h2';
  const look = block.level === 1 ? headings[1] : level === 2 ? headings[2] : headings[3];
  return (
    <Tag id={block.id} className={`scroll-mt-4 leading-snug ${look}`}>
      <Inlines nodes={block.children} {...part} />
    </Tag>
  );
}

function Blocks({ blocks, ...part }: PartProps & { blocks: readonly DraftBlock[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
    <BlockView key={index} block={block} {...part} />
  ));
}

function List({ block, ...part }: Of<'list'>) {
  const items = block.items.map(({ checked, children }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
    <li key={index} className={checked === null ? '' : 'list-none'}>
      {checked !== null && (
        <input
          type="checkbox"
          checked={checked}
          readOnly
          disabled
          aria-label={checked ? 'done' : 'open'}
          className="mr-2 -ml-6"
        />
      )}
      <ItemParts blocks={children} {...part} />
    </li>
  ));
  return block.start === null ? (
    <ul className="list-disc space-y-1 pl-6">{items}</ul>
  ) : (
    <ol start={block.start} className="list-decimal space-y-1 pl-6">
      {items}
    </ol>
  );
}

/** An item of one paragraph is a line, not a paragraph with its space. */
function ItemParts({ blocks, ...part }: PartProps & { blocks: readonly DraftBlock[] }) {
  const [first, ...rest] = blocks;
  if (first?.type !== 'paragraph') return <Blocks blocks={blocks} {...part} />;
  return (
    <>
      <Inlines nodes={first.children} {...part} />
      {rest.length > 0 && (
        <div className="mt-2 space-y-2">
          <Blocks blocks={rest} {...part} />
        </div>
      )}
    </>
  );
}

function DataTable({ block, ...part }: Of<'table'>) {
  const [head = [], ...rows] = block.rows;
  const isNumeric = (index: number) => block.align[index] === 'right';
  return (
    <div className="rounded-lg border border-line bg-panel text-sm leading-normal">
      <Table label="Table">
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
              <HeadCell key={index} numeric={isNumeric(index)}>
                <Inlines nodes={cell} {...part} />
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <Row key={place}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
                <Cell key={index} numeric={isNumeric(index)}>
                  <Inlines nodes={cell} {...part} />
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Inlines({ nodes, ...part }: PartProps & { nodes: readonly DraftInline[] }) {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
    <Fragment key={index}>
      <Inline node={node} {...part} />
    </Fragment>
  ));
}

function Inline({ node, ...part }: PartProps & { node: DraftInline }): ReactNode {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'code':
      return <code className="rounded bg-raised px-1 font-mono text-[0.85em] break-words">{node.text}</code>;
    case 'strong':
      return (
        <strong>
          <Inlines nodes={node.children} {...part} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines nodes={node.children} {...part} />
        </em>
      );
    case 'delete':
      return (
        <del>
          <Inlines nodes={node.children} {...part} />
        </del>
      );
    case 'link':
      return (
        <a href={node.url} rel="noreferrer nofollow" className="text-accent underline underline-offset-2">
          <Inlines nodes={node.children} {...part} />
        </a>
      );
    case 'footnote':
      return (
        <sup>
          <a href={`#note-${node.number}`} aria-label={`Note ${node.number}`} className="text-accent">
            {node.number}
          </a>
        </sup>
      );
    case 'break':
      return <br />;
    case 'number': {
      const number = part.evaluation.numbers[node.index];
      return number && <DraftNumber number={number} {...part} />;
    }
  }
}
