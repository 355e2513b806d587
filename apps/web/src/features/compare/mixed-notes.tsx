import type { Comparison } from '@proofload/contracts';
import { TriangleAlert } from 'lucide-react';

type Measurement = Comparison['measurements'][number];

/** Beside a measurement: why its values may not belong together. */
export function MixedNote({ mixed }: Pick<Measurement, 'mixed'>) {
  if (!mixed || mixed.length === 0) return null;
  return (
    <span className="mt-1 block max-w-64 space-y-1 text-xs font-normal whitespace-normal text-warn">
      {mixed.map(({ kind, message }) => (
        <span key={kind} className="flex items-start gap-1">
          <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
          <span className="min-w-0 break-words">{message}</span>
        </span>
      ))}
    </span>
  );
}

/** Below a table of many measurements: those whose values may not belong together. */
export function MixedNotes({ measurements }: { measurements: readonly Measurement[] }) {
  const marked = measurements.filter(({ mixed }) => mixed && mixed.length > 0);
  if (marked.length === 0) return null;
  return (
    <ul className="space-y-0.5 border-t border-line px-4 py-2 text-xs text-warn">
      {marked.flatMap(({ name, mixed = [] }) =>
        mixed.map(({ kind, message }) => (
          <li key={`${name} ${kind}`} className="flex items-start gap-1">
            <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
            <span className="min-w-0 break-words">
              {name}: {message}
            </span>
          </li>
        )),
      )}
    </ul>
  );
}
