import Link from 'next/link';
import { Button } from '../ui/button';
import { ErrorState } from '../ui/error-state';

/** Stands in place of what an address does not lead to. */
export function MissingPage() {
  return (
    <ErrorState title="There is nothing here">
      <p>The page was never there, was deleted, or belongs to a project that you are not in.</p>
      <Button asChild>
        <Link href="/">Go home</Link>
      </Button>
    </ErrorState>
  );
}
