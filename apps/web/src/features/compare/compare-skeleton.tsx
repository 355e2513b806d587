import { Skeleton } from '@/components/ui/skeleton';

/** Takes the place of the page while the server compares. */
export function CompareSkeleton() {
  return (
    <div role="status" aria-label="Comparing" className="space-y-6">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-8 w-96 max-w-full" />
      <Skeleton className="h-6 w-full max-w-2xl" />
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
