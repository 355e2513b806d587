import type { Metadata } from 'next';
import { NewExperiment } from '@/features/experiments/new-experiment';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'New experiment' };

export default async function NewExperimentPage() {
  await requirePageContext();
  return (
    <div className="space-y-5">
      <header>
        <h1>New experiment</h1>
        <p className="mt-1 max-w-prose text-muted">
          Written as YAML. The text is checked as you type; saving makes version 1. Editors with YAML support
          find the schema at <code className="font-mono text-xs">/schema/experiment.v1.json</code>.
        </p>
      </header>
      <NewExperiment />
    </div>
  );
}
