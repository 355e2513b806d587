'use client';

import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { callApiForNothing } from '@/features/api/call-api';
import { Button } from '../ui/button';

export function SignOut() {
  const [isFailed, setIsFailed] = useState(false);
  const signOut = async (): Promise<void> => {
    try {
      await callApiForNothing('/sign-out', { method: 'POST' });
      window.location.assign('/sign-in');
    } catch {
      setIsFailed(true); // shown on the button; the session goes on
    }
  };
  return (
    <Button variant="quiet" size="small" onClick={() => void signOut()}>
      <LogOut aria-hidden className="size-4" />
      {isFailed ? 'Try again' : 'Sign out'}
    </Button>
  );
}
