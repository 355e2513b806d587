import { Skeleton } from '@/components/ui/skeleton';

export default function Loading() {
  return (
    <div role="status" aria-label="Loading the draft" className="mx-auto max-w-[70ch] space-y-4">
      <Skeleton className="h-9 w-3/4" />
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-10" />
      <Skeleton className="h-64" />
    </div>
  );
}
