import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';

export default function NotFound() {
  return (
    <main>
      <ErrorState title="There is nothing here">
        <p>The page was never there, was deleted, or belongs to a project that you are not in.</p>
        <Button asChild>
          <Link href="/">Go home</Link>
        </Button>
      </ErrorState>
    </main>
  );
}
