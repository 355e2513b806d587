'use client';

import { Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { LaunchDialog, type LaunchDialogProps } from './launch-dialog';

type LaunchButtonProps = Omit<LaunchDialogProps, 'open' | 'onOpenChange'>;

export function LaunchButton(props: LaunchButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Play aria-hidden className="size-4" />
        Launch
      </Button>
      {isOpen && <LaunchDialog {...props} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}
