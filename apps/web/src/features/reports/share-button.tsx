'use client';

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ShareDialog, type SharedView } from './share-dialog';

/** Freezes what is compared into a report. */
export function ShareButton(props: SharedView) {
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
