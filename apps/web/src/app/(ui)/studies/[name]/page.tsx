import {
  compareRuns,
  evaluateDraft,
  listDrafts,
  listRuns,
  readExperiment,
  readStudy,
} from '@proofload/services';
import type { Metadata } from 'next';
import { type StudiedExperiment, StudyView } from '@/features/studies/study-view';
import { orNotFound } from '@/server/or-not-found';
import { requirePageContext } from '@/server/page-context';

interface PageProps {
  params: Promise<{ name: string }>;
}

/** As many as one comparison takes. */
const maxRuns = 200;

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await params).name };
}

export default async function StudyPage({ params }: PageProps) {
  const ctx = await requirePageContext();
  const { name } = await params;
  const study = await orNotFound(readStudy(ctx, { name }));
  const experiments = await Promise.all(
    study.experiments.map(async (known): Promise<StudiedExperiment> => {
      const filter = `label.study="${name}" and published=true`;
      const [experiment, runs] = await Promise.all([
        readExperiment(ctx, { name: known.name }),
        listRuns(ctx, { experiment: known.name, limit: maxRuns, sort: 'createdAt', filter }),
      ]);
      const ids = runs.items.map(({ id }) => id).join(',');
      return { experiment, comparison: await compareRuns(ctx, { runs: ids, by: 'treatment' }) };
    }),
  );
  // Somebody may have deleted the draft.
  const drafts = study.draft === null ? [] : (await listDrafts(ctx)).items;
  const hasReport = drafts.some((draft) => draft.name === study.draft);
  const report = hasReport ? await evaluateDraft(ctx, { name }) : null;
  return (
    <StudyView
      study={hasReport ? study : { ...study, draft: null }}
      experiments={experiments}
      report={report}
    />
  );
}
