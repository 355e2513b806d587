'use client';

import { AlertDialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { ErrorNote } from './error-state';
import { useFocusReturn } from './use-focus-return';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** Names what will be lost. */
  children: ReactNode;
  action: string;
  /** What the other button says. */
  keep?: string;
  onConfirm(): Promise<unknown>;
}

/** What the question is made of; `confirm-dialog.tsx` loads it. */
export function ConfirmWindow({
  open,
  onOpenChange,
  title,
  children,
  action,
  keep = 'Keep it',
  onConfirm,
}: ConfirmDialogProps) {
  const focus = useFocusReturn();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async (): Promise<void> => {
    setIsBusy(true);
    setError(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <AlertDialog.Content
          {...focus}
          className="fixed top-1/2 left-1/2 z-50 w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 space-y-3 rounded-lg border border-line bg-panel p-5 shadow-xl"
        >
          <AlertDialog.Title className="text-base font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="text-muted">{children}</div>
          </AlertDialog.Description>
          {error !== null && <ErrorNote error={error} />}
          <div className="flex flex-wrap justify-end gap-2 pt-2">
            <AlertDialog.Cancel asChild>
              <Button>{keep}</Button>
            </AlertDialog.Cancel>
            <Button variant="danger" disabled={isBusy} onClick={() => void confirm()}>
              {isBusy ? 'Working…' : action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
