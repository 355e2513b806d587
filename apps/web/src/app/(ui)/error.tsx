'use client';

import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset(): void }) {
  return (
    <ErrorState title="This page could not be shown">
      <p>Nothing was lost. The server may be starting, or its database may be away for a moment.</p>
      {error.digest && <p className="font-mono text-xs">Error {error.digest}</p>}
      <Button onClick={reset}>Try again</Button>
    </ErrorState>
  );
}
