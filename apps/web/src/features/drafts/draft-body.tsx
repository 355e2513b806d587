'use client';

import type { DraftBlock, DraftEvaluation } from '@proofload/contracts';
import type { ReactNode } from 'react';
import type { FrozenDefinition } from '../reports/provenance';
import { BlockView } from './block-view';
import { ClaimsSummary } from './claims-summary';
import { DraftView } from './draft-view';

export interface DraftBodyProps {
  evaluation: DraftEvaluation;
  /** What definitions say of each block; absent in a preview, where it is not worked out. */
  definitions?: readonly (FrozenDefinition | null)[];
  /** False in a report, which outlives its runs. */
  isLinked: boolean;
}

/** About 70 characters, in a unit that is the same for text of any size. */
const column = 'mx-auto w-full max-w-[40rem]';

/** The text with its numbers, claims and figures: a column to read, with wider figures. */
export function DraftBody({ evaluation, definitions, isLinked }: DraftBodyProps) {
  const { document, footnotes, views, summary } = evaluation;
  const place = (block: DraftBlock, key: number): ReactNode => {
    if (block.type === 'view') {
      const view = views[block.index];
      return (
        view && (
          <DraftView
            key={key}
            id={`view-${block.index + 1}`}
            view={view}
            definition={definitions?.[block.index] ?? null}
            isLinked={isLinked}
          />
        )
      );
    }
    return (
      <div key={key} className={block.type === 'table' ? 'mx-auto w-full max-w-[56rem]' : column}>
        <BlockView block={block} evaluation={evaluation} isLinked={isLinked} />
      </div>
    );
  };
  return (
    <div className="space-y-4 text-base leading-relaxed" data-testid="draft">
      {summary.claims > 0 && (
        <div className={column}>
          <ClaimsSummary summary={summary} />
        </div>
      )}
      {document.map(place)}
      {footnotes.length > 0 && (
        <section aria-label="Notes" className={`${column} border-t border-line pt-3 text-sm`}>
          <ol className="list-decimal space-y-1 pl-6">
            {footnotes.map((blocks, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes are told apart by their numbers alone
              <li key={index} id={`note-${index + 1}`}>
                {blocks.map((block, part) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
                  <BlockView key={part} block={block} evaluation={evaluation} isLinked={isLinked} />
                ))}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
