import { classNames } from './class-names';

/** Takes the place of what is being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded-md bg-raised', className)} />;
}
