'use client';

import { Share2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useWasOpen } from '@/components/ui/use-was-open';
import type { SharedView } from './share-dialog';

const ShareDialog = dynamic(() => import('./share-dialog').then((part) => part.ShareDialog), { ssr: false });

/** Freezes what is compared into a report. */
export function ShareButton(props: SharedView) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useWasOpen(isOpen);
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)} disabled={props.comparison.runs.length === 0}>
        <Share2 aria-hidden className="size-4" />
        Share
      </Button>
      {wasOpen && <ShareDialog {...props} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}
