'use client';

import { FileImage } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import type { PackedReport } from './pack-report';

/** Marks what holds the figures of a report. */
const reportRoot = 'data-report';

export interface PackButtonProps {
  packed: PackedReport;
  /** Of the file, without its ending. */
  name: string;
  size?: 'small';
}

/** Downloads a report as Markdown with pictures of its figures. */
export function PackButton({ packed, name, size }: PackButtonProps) {
  const [progress, setProgress] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const pack = async (): Promise<void> => {
    setError(null);
    setProgress('Preparing');
    try {
      const [{ packReport }, { downloadBlob }] = await Promise.all([
        import('./pack-report'),
        import('@/components/chart/export-figure'),
      ]);
      const root = document.querySelector(`[${reportRoot}]`);
      if (!root) throw new Error('There is no report on this page');
      const zip = await packReport(packed, root, (done, all) =>
        setProgress(done === all ? 'Packing' : `Drawing figure ${done + 1} of ${all}`),
      );
      downloadBlob(zip, `${name}.zip`);
    } catch (failure) {
      setError(failure);
    } finally {
      setProgress(null);
    }
  };
  return (
    <>
      <Button
        {...(size ? { size } : {})}
        disabled={progress !== null}
        onClick={() => void pack()}
        title="A ZIP with the report as Markdown, a PNG of every figure and its data as CSV"
      >
        <FileImage aria-hidden className="size-4" />
        Markdown + PNG
      </Button>
      <span role="status" className="text-xs text-muted empty:hidden">
        {progress}
      </span>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}
