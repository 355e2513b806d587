'use client';

import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { type Fact, Facts } from '@/components/ui/facts';

export interface SourcePopoverProps {
  /** What the facts are about, for those who do not see them. */
  label: string;
  facts: readonly Fact[];
  className?: string;
  children: ReactNode;
}

/** A number that says on hover, focus or touch where it comes from. */
export function SourcePopover({ label, facts, className, children }: SourcePopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          className={classNames(
            'rounded underline decoration-muted decoration-dotted underline-offset-4',
            className,
          )}
          onPointerEnter={(event) => event.pointerType === 'mouse' && setIsOpen(true)}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setIsOpen(false)}
          onFocus={() => setIsOpen(true)}
          onBlur={() => setIsOpen(false)}
        >
          {children}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          aria-label={label}
          className="z-50 max-h-[60vh] w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-panel p-3 text-left text-xs font-normal shadow-xl"
        >
          <Facts facts={facts} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
