'use client';

import type { CompareQuery, Comparison } from '@proofload/contracts';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { CompareState } from '../compare/compare-state';
import { ShareDialog } from './share-dialog';

export interface ShareButtonProps {
  query: CompareQuery;
  comparison: Comparison;
  view: Pick<CompareState, 'metric' | 'column'>;
}

/** Freezes what is compared into a report. */
export function ShareButton(props: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)} disabled={props.comparison.runs.length === 0}>
        <Share2 aria-hidden className="size-4" />
        Share
      </Button>
      <ShareDialog {...props} open={isOpen} onOpenChange={setIsOpen} />
    </>
  );
}
