'use client';

import type { Experiment } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { parseAsInteger, useQueryStates } from 'nuqs';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField } from '@/components/ui/field';
import { ScrollRegion } from '@/components/ui/scroll-region';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

/** What changed between two versions of a definition. */
export function VersionDiffView({ experiment }: { experiment: Experiment }) {
  const newest = experiment.latestVersion;
  const [{ from, to }, setVersions] = useQueryStates({
    from: parseAsInteger.withDefault(Math.max(1, newest - 1)),
    to: parseAsInteger.withDefault(newest),
  });
  const diff = useQuery({
    queryKey: ['diff', experiment.name, from, to],
    queryFn: ({ signal }) =>
      callApi(`/experiments/${experiment.name}/diff?from=${from}&to=${to}`, answers.versionDiff, { signal }),
  });
  const options = experiment.versions.map(({ version, createdBy }) => (
    <option key={version} value={version}>
      version {version}, by {createdBy}
    </option>
  ));
  const newestVersion = experiment.versions.find(({ version }) => version === newest);
  return (
    <div className="space-y-4">
      <div className="grid max-w-xl gap-4 sm:grid-cols-2">
        <SelectField
          label="From"
          value={from}
          onChange={(event) => void setVersions({ from: Number(event.target.value) })}
        >
          {options}
        </SelectField>
        <SelectField
          label="To"
          value={to}
          onChange={(event) => void setVersions({ to: Number(event.target.value) })}
        >
          {options}
        </SelectField>
      </div>
      {newestVersion && (
        <p className="text-muted">
          The newest version was saved <Time at={newestVersion.createdAt} />.
        </p>
      )}
      {diff.isPending && <Skeleton className="h-40" />}
      {diff.isError && <ErrorNote error={diff.error} />}
      {diff.data && diff.data.changes.length > 0 && (
        <ul className="space-y-1">
          {diff.data.changes.map(({ path, before, after }) => (
            <li key={path}>
              <code className="font-mono text-xs">{path}</code>:{' '}
              <del className="text-breach">{show(before)}</del>{' '}
              <ins className="text-pass no-underline">{show(after)}</ins>
            </li>
          ))}
        </ul>
      )}
      {diff.data && (
        <ScrollRegion
          label="Text of both versions"
          className="max-h-[60vh] overflow-auto rounded-md border border-line bg-page p-3 font-mono text-xs leading-5 whitespace-pre"
        >
          {diff.data.lines.map(({ kind, text, fromLine, toLine }) => (
            <div
              key={`${fromLine}-${toLine}`}
              className={
                kind === 'added'
                  ? 'bg-pass-soft text-pass'
                  : kind === 'removed'
                    ? 'bg-breach-soft text-breach'
                    : ''
              }
            >
              {kind === 'added' ? '+ ' : kind === 'removed' ? '- ' : '  '}
              {text}
            </div>
          ))}
        </ScrollRegion>
      )}
    </div>
  );
}

const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
