import type { VersionDiff } from '@proofload/contracts';
import { diffDefinitions } from '@proofload/domain';
import { diffLines } from 'diff';
import { requireScope, type ServiceContext } from '../context.ts';
import { findVersion } from './read-experiment.ts';

type DiffLine = VersionDiff['lines'][number];

/** What differs between two versions: the texts line by line, and the definitions value by value. */
export async function diffVersions(
  ctx: ServiceContext,
  input: { name: string; from: number; to: number },
): Promise<VersionDiff> {
  requireScope(ctx, 'read');
  const from = await findVersion(ctx, input.name, input.from);
  const to = await findVersion(ctx, input.name, input.to);
  return {
    from: input.from,
    to: input.to,
    lines: compareLines(from.source, to.source),
    changes: diffDefinitions(from.definition, to.definition).map(({ path, before, after }) => ({
      path,
      before: before ?? null,
      after: after ?? null,
    })),
  };
}

/** Texts that differ in more lines than this are shown as replaced: the search takes quadratic time. */
const maxEdits = 2000;

/** The lines of two texts, each with its number in the text or texts that it stands in. */
export function compareLines(before: string, after: string): DiffLine[] {
  const parts = diffLines(before, after, { maxEditLength: maxEdits }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  let fromLine = 0;
  let toLine = 0;
  return parts.flatMap(({ value, added, removed }) =>
    splitLines(value).map((text): DiffLine => {
      if (!added) fromLine += 1;
      if (!removed) toLine += 1;
      const kind = added ? 'added' : removed ? 'removed' : 'same';
      return { kind, text, fromLine: added ? null : fromLine, toLine: removed ? null : toLine };
    }),
  );
}

function splitLines(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
