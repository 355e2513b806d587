import type { StudySummary } from '@proofload/contracts';
import { BookOpen } from 'lucide-react';
import Link from 'next/link';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';

/** The published studies, each as a book that one can open. */
export function Bookshelf({ studies }: { studies: readonly StudySummary[] }) {
  return (
    <Panel title="Published studies">
      {studies.length === 0 ? (
        <EmptyState title="No studies yet">
          <p>Published figures become runs that one can compare with one’s own: load a study over REST.</p>
        </EmptyState>
      ) : (
        <ul className="grid sm:grid-cols-2 xl:grid-cols-3">
          {studies.map((study) => (
            <li key={study.name}>
              <Link
                href={`/studies/${study.name}`}
                className="group flex h-full flex-col gap-1.5 px-4 py-3 focus-visible:outline-2 focus-visible:-outline-offset-2"
              >
                <span className="flex gap-2 font-medium text-accent group-hover:underline">
                  <BookOpen aria-hidden className="mt-0.5 size-4 shrink-0" />
                  {study.title}
                </span>
                <span className="line-clamp-3 text-muted">{study.summary}</span>
                <span className="mt-auto text-xs text-muted">
                  {study.citation.publisher ?? study.citation.title}, {sayContents(study)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** `6 experiments, 28 runs`. */
export function sayContents({ experiments }: Pick<StudySummary, 'experiments'>): string {
  const runs = experiments.reduce((sum, experiment) => sum + experiment.runs, 0);
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  return `${count(experiments.length, 'experiment')}, ${count(runs, 'run')}`;
}
