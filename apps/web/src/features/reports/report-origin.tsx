import type { ReportSummary } from '@proofload/contracts';
import { Time } from '@/components/ui/time';

/** Where an imported report comes from: its numbers are another instance's. */
export function ReportOrigin({ imported }: Pick<ReportSummary, 'imported'>) {
  if (!imported) return null;
  return (
    <p className="rounded-md bg-accent-soft px-3 py-2 text-sm" data-testid="origin">
      Imported <Time at={imported.at} /> by {imported.by} from{' '}
      <span className="break-all">{imported.from}</span>, where it was exported{' '}
      <Time at={imported.exportedAt} />. The digest was checked; its runs are those of that instance.
    </p>
  );
}
