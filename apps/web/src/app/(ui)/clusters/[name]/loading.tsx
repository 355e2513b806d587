import { PageSkeleton } from '@/components/ui/page-skeleton';

export default function Loading() {
  return <PageSkeleton panels={['h-48', 'h-48', 'h-96']} />;
}
