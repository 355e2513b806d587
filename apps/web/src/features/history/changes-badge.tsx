import type { ExperimentSummary } from '@proofload/contracts';
import { CircleAlert } from 'lucide-react';
import Link from 'next/link';
import { Badge } from '@/components/ui/badge';

/** That measurements changed along their histories and nobody has acknowledged it yet; nothing when there is no such change. */
export function ChangesBadge({ experiment: { name, changes } }: { experiment: ExperimentSummary }) {
  if (changes.total === 0) return null;
  const worse = changes.worse === 0 ? '' : `, ${changes.worse} for the worse`;
  return (
    <Link href={`/experiments/${name}?tab=history`} className="hover:underline">
      <Badge icon={CircleAlert} tone={changes.worse > 0 ? 'breach' : 'warn'}>
        {changes.total} new {changes.total === 1 ? 'change' : 'changes'}
        {worse}
      </Badge>
    </Link>
  );
}
