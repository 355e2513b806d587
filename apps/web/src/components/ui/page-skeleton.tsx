import { Skeleton } from './skeleton';

/** The place of a page with a head and panels, while it is loaded. */
export function PageSkeleton({ panels }: { panels: readonly string[] }) {
  return (
    <div role="status" aria-label="Loading" className="space-y-5">
      <div className="space-y-2.5 pb-1">
        <Skeleton className="h-6 w-56" />
        <Skeleton className="h-4 w-96 max-w-full" />
      </div>
      {panels.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the panels never change
        <Skeleton key={index} className={`w-full rounded-lg border border-line bg-panel ${height}`} />
      ))}
    </div>
  );
}
