import type { ComparisonSnapshot, ReportSummary } from '@proofload/contracts';
import { Facts } from '@/components/ui/facts';

/** The definitions that numbers come from, as their authors wrote them. */
export function FrozenDefinitions({ definitions }: Pick<ComparisonSnapshot, 'definitions'>) {
  return definitions.map(({ experiment, version, source }) => (
    <details key={`${experiment} ${version}`} className="rounded-lg border border-line bg-panel">
      <summary className="cursor-pointer px-4 py-3 font-medium">
        Definition of {experiment}, version {version}
      </summary>
      <pre className="overflow-x-auto border-t border-line p-4 font-mono text-xs whitespace-pre-wrap break-words">
        {source}
      </pre>
    </details>
  ));
}

/** What a report can be cited and checked by. */
export function ReportFacts({ report }: { report: ReportSummary }) {
  return (
    <>
      <Facts
        className="text-xs"
        facts={[
          { name: 'Report', value: <code className="font-mono break-all">{report.url}</code> },
          { name: 'Runs', value: report.runs },
          { name: 'SHA-256', value: <code className="font-mono break-all">{report.digest}</code> },
        ]}
      />
      <p className="text-xs text-muted">
        The digest is that of the canonical JSON of note, snapshot and title, as the API gives them for this
        report.
      </p>
    </>
  );
}
