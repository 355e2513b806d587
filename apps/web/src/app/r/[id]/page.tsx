import { idSchema, type Report } from '@proofload/contracts';
import { readReport } from '@proofload/services';
import { Download } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { Button } from '@/components/ui/button';
import { DraftReport } from '@/features/drafts/draft-report';
import { PackButton } from '@/features/reports/pack-button';
import { readFrozenDefinition } from '@/features/reports/provenance';
import { ReportOrigin } from '@/features/reports/report-origin';
import { ReportView } from '@/features/reports/report-view';
import { orNotFound } from '@/server/or-not-found';
import { currentReader } from '@/server/page-context';

interface PageProps {
  params: Promise<{ id: string }>;
}

/** The title and the page read the same report. */
const findReport = cache(async (id: string): Promise<Report> => {
  if (!idSchema.safeParse(id).success) notFound();
  return orNotFound(readReport(await currentReader(), { id }));
});

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { title } = await findReport((await params).id);
  return { title, robots: { index: false, follow: false } };
}

export default async function ReportPage({ params }: PageProps) {
  const report = await findReport((await params).id);
  const { snapshot } = report;
  return (
    <div className="min-h-dvh">
      <header className="no-print border-b border-line bg-panel">
        <div className="mx-auto flex max-w-[72rem] items-center justify-between px-4 py-3">
          <Link href="/" className="font-semibold tracking-tight">
            Proofload
          </Link>
          <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 text-xs text-muted">
            {stateOf(report)}
            <PackButton packed={{ report }} name={`report-${report.id.slice(0, 12)}`} size="small" />
            <Button size="small" asChild>
              <a
                href={`/api/v1/reports/${report.id}/bundle`}
                download={`report-${report.id.slice(0, 12)}.proofload.json`}
              >
                <Download aria-hidden className="size-4" />
                Download bundle
              </a>
            </Button>
          </span>
        </div>
      </header>
      <main className="mx-auto max-w-[72rem] space-y-6 px-4 py-8 sm:py-12">
        <ReportOrigin imported={report.imported} />
        {snapshot.version === 1 ? (
          <ReportView report={report} snapshot={snapshot} definition={readFrozenDefinition(snapshot)} />
        ) : (
          <DraftReport report={report} evaluation={snapshot.evaluation} />
        )}
      </main>
    </div>
  );
}

/** Who else can see this. */
function stateOf({ revokedAt, visibility }: Report): string {
  if (revokedAt) return 'Revoked: only members of its project see this page';
  return visibility === 'link' ? 'Readable by anyone with the link' : 'Readable by members of its project';
}
