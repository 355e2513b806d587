'use client';

import dynamic from 'next/dynamic';
import type { ConfirmDialogProps } from './confirm-window';
import { useWasOpen } from './use-was-open';

const ConfirmWindow = dynamic(() => import('./confirm-window').then((part) => part.ConfirmWindow), {
  ssr: false,
});

/** Asks before something is lost; stays open with the reason when it fails. Its script comes when it asks first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useWasOpen(props.open) && <ConfirmWindow {...props} />;
}
