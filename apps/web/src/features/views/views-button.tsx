'use client';

import { Bookmark } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';

const Views = dynamic(() => import('./views').then((part) => part.Views), { ssr: false });

/** Keeps the state of the page: behind a short address, or by a name for everybody in the project. */
export function ViewsButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Bookmark aria-hidden className="size-4" />
        Views
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Views"
        description="A view is this page as it is now: what is chosen, how it is sorted and drawn. The numbers stay live."
      >
        <Views onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}
