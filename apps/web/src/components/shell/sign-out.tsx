'use client';

import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { signOut } from '@/features/settings/sign-out';
import { Button } from '../ui/button';

export function SignOut() {
  const leave = useMutation({ mutationFn: signOut });
  return (
    <Button
      variant="quiet"
      size="small"
      disabled={leave.isPending}
      title={leave.isError ? leave.error.message : undefined}
      onClick={() => leave.mutate()}
    >
      <LogOut aria-hidden className="size-4" />
      {leave.isError ? 'Try again' : 'Sign out'}
    </Button>
  );
}
