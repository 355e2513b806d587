'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { callApiForNothing } from '../api/call-api';

/** Deletes a draft after naming what goes with it. */
export function DeleteDraft({ name, title }: { name: string; title: string }) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Delete “${title}”?`}
        action="Delete the draft"
        onConfirm={async () => {
          await callApiForNothing(`/drafts/${name}`, { method: 'DELETE' });
          router.push('/reports');
          router.refresh();
        }}
      >
        <p>The text is lost. Its runs and the reports that were frozen from it stay as they are.</p>
      </ConfirmDialog>
    </>
  );
}
