'use client';

import { FileUp } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

/** Bytes that the server takes: whoever chose another file need not wait for its refusal. */
const maxBytes = 48 * 1024 * 1024;

/** Takes in a report that another instance exported, and opens it. */
export function ImportBundle() {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ name: string; error: unknown } | null>(null);
  const take = async (file: File): Promise<void> => {
    setFailure(null);
    setIsBusy(true);
    try {
      if (file.size > maxBytes) throw new Error('The file is larger than the 48 MiB that a bundle may have.');
      const report = await callApi('/bundles', answers.importedReport, {
        method: 'POST',
        body: await file.text(),
        contentType: 'application/json',
      });
      router.push(`/r/${report.id}`);
    } catch (error) {
      setFailure({ name: file.name, error });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label="Bundle to import"
        accept=".json,application/json"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again after it was mended.
          event.target.value = '';
          if (file) void take(file);
        }}
      />
      <Button disabled={isBusy} onClick={() => input.current?.click()}>
        <FileUp aria-hidden className="size-4" />
        {isBusy ? 'Importing' : 'Import'}
      </Button>
      <Dialog
        open={failure !== null}
        onOpenChange={() => setFailure(null)}
        title={`${failure?.name ?? 'The file'} was not imported`}
        description="Nothing was stored."
      >
        {failure !== null && <ErrorNote error={failure.error} />}
      </Dialog>
    </>
  );
}
