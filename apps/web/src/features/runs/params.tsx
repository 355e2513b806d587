import type { RunSummary } from '@proofload/contracts';

/** The levels of a run, `workers 2`, side by side. */
export function Params({ params }: { params: RunSummary['params'] }) {
  const entries = Object.entries(params);
  if (entries.length === 0) return <span className="text-muted">no parameters</span>;
  return (
    <span className="inline-flex flex-wrap gap-x-3 gap-y-0.5">
      {entries.map(([name, value]) => (
        <span key={name} className="whitespace-nowrap">
          <span className="text-muted">{name}</span>{' '}
          <span className="tabular font-medium">{String(value)}</span>
        </span>
      ))}
    </span>
  );
}
