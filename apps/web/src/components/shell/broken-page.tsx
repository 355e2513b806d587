'use client';

import { Button } from '../ui/button';
import { ErrorState } from '../ui/error-state';

export interface BrokenPageProps {
  error: unknown;
  retry(): void;
}

/** Stands in place of a page that failed, with the id that the server's log has of it. */
export function BrokenPage({ error, retry }: BrokenPageProps) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <ErrorState title="This page could not be shown">
      <p>Nothing was lost. The server may be starting, or its database may be away for a moment.</p>
      {digest && (
        <p>
          The server’s log has it as error <code className="font-mono text-xs">{digest}</code>.
        </p>
      )}
      <Button variant="primary" onClick={retry}>
        Try again
      </Button>
    </ErrorState>
  );
}
