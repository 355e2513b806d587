'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import { useFocusReturn } from './use-focus-return';

export interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  /** Stands below what scrolls. */
  footer?: ReactNode;
  /** For tables. */
  isWide?: boolean;
  /** What has the focus when the dialog opens; the dialog itself when it is left out. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** What a dialog is made of; `dialog.tsx` loads it. */
export function DialogWindow(props: DialogProps) {
  const { open, onOpenChange, title, description, footer, isWide = false, initialFocus, children } = props;
  const focus = useFocusReturn();
  // What the dialog holds may still be on its way, so the focus begins at the dialog itself.
  const focusFirst = (event: Event): void => {
    focus.onOpenAutoFocus();
    event.preventDefault();
    const first = initialFocus?.current ?? event.currentTarget;
    if (first instanceof HTMLElement) first.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-lg border border-line bg-panel shadow-xl outline-none',
            isWide ? 'w-[min(76rem,calc(100vw-2rem))]' : 'w-[min(36rem,calc(100vw-2rem))]',
          )}
        >
          <div className="border-b border-line py-3 pr-14 pl-5">
            <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>
            )}
          </div>
          <div className="overflow-y-auto px-5 py-4">{children}</div>
          {footer && <div className="border-t border-line px-5 py-3">{footer}</div>}
          {/* Last, so that the keyboard comes first to what the dialog is about. */}
          <Radix.Close asChild>
            <Button variant="quiet" size="icon" aria-label="Close" className="absolute top-2.5 right-3">
              <X aria-hidden className="size-4" />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
