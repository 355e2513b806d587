import { CompareSkeleton } from '@/features/compare/compare-skeleton';

export default function Loading() {
  return <CompareSkeleton />;
}
