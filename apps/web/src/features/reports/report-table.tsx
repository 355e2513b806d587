'use client';

import type { ReportSummary, UpdateReport } from '@proofload/contracts';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { ErrorNote } from '@/components/ui/error-state';
import { inputClass } from '@/components/ui/field';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { visibilities } from './visibility';

/** All reports, with who may read each. */
export function ReportTable({ reports }: { reports: readonly ReportSummary[] }) {
  const router = useRouter();
  const [error, setError] = useState<unknown>(null);
  const [revoked, setRevoked] = useState<ReportSummary | null>(null);
  const update = async (id: string, body: UpdateReport): Promise<void> => {
    await callApi(`/reports/${id}`, answers.reportSummary, { method: 'PATCH', body });
    router.refresh();
  };
  const show = (id: string, visibility: 'private' | 'link'): void => {
    setError(null);
    update(id, { visibility }).catch(setError);
  };
  return (
    <>
      {error !== null && <ErrorNote error={error} />}
      <Table label="Reports">
        <thead>
          <tr>
            <HeadCell>Report</HeadCell>
            <HeadCell>Who may read it</HeadCell>
            <HeadCell numeric>Runs</HeadCell>
            <HeadCell numeric>Frozen</HeadCell>
            <HeadCell>By</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <Row key={report.id}>
              <Cell className="min-w-48">
                <Link href={`/r/${report.id}`} className="font-medium text-accent hover:underline">
                  {report.title}
                </Link>
                <span className="block font-mono text-xs text-muted" title={`SHA-256 ${report.digest}`}>
                  {report.digest.slice(0, 12)}
                </span>
                {report.imported && (
                  <span className="block text-xs text-muted">
                    imported <Time at={report.imported.at} style="short" /> from{' '}
                    <span className="break-all">{report.imported.from}</span>
                  </span>
                )}
              </Cell>
              <Cell>
                {report.revokedAt ? (
                  <Badge tone="warn">
                    revoked <Time at={report.revokedAt} style="short" />
                  </Badge>
                ) : (
                  <select
                    aria-label={`Who may read ${report.title}`}
                    className={classNames(inputClass, 'h-8 w-52 py-0')}
                    value={report.visibility}
                    onChange={(event) => show(report.id, event.target.value === 'link' ? 'link' : 'private')}
                  >
                    {visibilities.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                )}
              </Cell>
              <Cell numeric>{report.runs}</Cell>
              <Cell numeric>
                <Time at={report.createdAt} style="short" />
              </Cell>
              <Cell>{report.createdBy}</Cell>
              <Cell>
                {!report.revokedAt && (
                  <span className="flex justify-end gap-2">
                    <CopyButton text={report.url} label="Copy link" />
                    <Button size="small" variant="danger" onClick={() => setRevoked(report)}>
                      Revoke
                    </Button>
                  </span>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <ConfirmDialog
        open={revoked !== null}
        onOpenChange={() => setRevoked(null)}
        title={`Revoke “${revoked?.title ?? ''}”?`}
        action="Revoke the report"
        onConfirm={async () => {
          if (revoked) await update(revoked.id, { revoked: true });
        }}
      >
        <p>
          Its link stops working for everybody outside this project, for good: a revoked report cannot be
          shared again. Members of the project can still read it.
        </p>
      </ConfirmDialog>
    </>
  );
}
