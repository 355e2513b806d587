'use client';

import { Play } from 'lucide-react';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { Button } from '@/components/ui/button';
import { LaunchDialog } from './launch-dialog';

/** Opens the dialog that launches an experiment; an address with `launch=true` opens it too. */
export function LaunchButton({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useQueryState('launch', parseAsBoolean.withDefault(false));
  return (
    <>
      <Button variant="primary" onClick={() => void setIsOpen(true)}>
        <Play aria-hidden className="size-4" />
        Launch
      </Button>
      {isOpen && <LaunchDialog name={name} onClose={() => void setIsOpen(null)} />}
    </>
  );
}
