'use client';

import type { ReportSummary } from '@proofload/contracts';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { TextField } from '@/components/ui/field';
import { visibilities } from './visibility';

/** The address of a report that was just frozen, and where to go from there. */
export function Permalink({ report }: { report: ReportSummary }) {
  const reader = visibilities.find(({ value }) => value === report.visibility);
  return (
    <div className="space-y-4">
      <p>{reader?.explanation}</p>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label="Permalink"
            readOnly
            value={report.url}
            onFocus={(event) => event.currentTarget.select()}
            className="font-mono text-xs"
          />
        </div>
        <div className="pb-5">
          <CopyButton text={report.url} label="Copy link" />
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button asChild>
          <Link href="/reports">All reports</Link>
        </Button>
        <Button variant="primary" asChild>
          <Link href={`/r/${report.id}`}>Open the report</Link>
        </Button>
      </div>
    </div>
  );
}
