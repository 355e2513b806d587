/** The labels of a series, `shard 1`, side by side. */
export function LabelChips({ labels }: { labels: Readonly<Record<string, string>> }) {
  const entries = Object.entries(labels);
  if (entries.length === 0) return <span className="text-xs text-muted">no labels</span>;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {entries.map(([name, value]) => (
        <span key={name} className="rounded bg-raised px-1.5 py-px text-xs break-all">
          <span className="text-muted">{name}=</span>
          {value}
        </span>
      ))}
    </span>
  );
}
