'use client';

import dynamic from 'next/dynamic';
import type { DialogProps } from './dialog-window';
import { useWasOpen } from './use-was-open';

const DialogWindow = dynamic(() => import('./dialog-window').then((part) => part.DialogWindow), {
  ssr: false,
});

/** A dialog that traps the focus and gives it back. Its script comes when one is opened first. */
export function Dialog(props: DialogProps) {
  return useWasOpen(props.open) && <DialogWindow {...props} />;
}
