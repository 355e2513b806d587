'use client';

import type { ClusterEvents, RunPods } from '@proofload/contracts';
import { TriangleAlert } from 'lucide-react';
import { Elapsed } from '@/components/ui/time';
import { findTrouble } from './find-trouble';

/** Why the run does not go on, before anything else: what its pods wait for, in the words of Kubernetes. */
export function PodTrouble({
  found,
  warnings,
  onPod,
}: {
  found: RunPods;
  warnings: ClusterEvents['items'];
  onPod(name: string): void;
}) {
  const trouble = findTrouble(found, warnings);
  if (trouble.length === 0) return null;
  return (
    <div role="status" className="flex gap-2 border-b border-line bg-warn-soft px-4 py-2.5 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <ul className="min-w-0 space-y-1">
        {trouble.map(({ key, what, message, since, pod }) => (
          <li key={key} className="break-words">
            <span className="font-medium">{what}</span> for <Elapsed since={since} until={null} />: {message}
            {pod !== null && (
              <>
                {' '}
                <button type="button" className="underline underline-offset-2" onClick={() => onPod(pod)}>
                  Show {pod}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
