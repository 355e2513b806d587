import type { StudyList, StudySummary } from '@proofload/contracts';
import type { StudyRecord } from '@proofload/db';
import { requireScope, type ServiceContext } from '../context.ts';
import { toInstant } from '../instant.ts';
import { requireFound } from '../not-found.ts';
import { pageUrls } from '../page-urls.ts';

/** The published studies of the project, by title. */
export async function listStudies(ctx: ServiceContext): Promise<StudyList> {
  requireScope(ctx, 'read');
  const { projectId } = ctx.actor;
  const [studies, counts] = await Promise.all([
    ctx.repos.studies.list(projectId),
    ctx.repos.studies.countRuns(projectId),
  ]);
  return {
    items: studies.map((study) =>
      toSummary(
        study,
        counts.filter(({ studyId }) => studyId === study.id),
        ctx.config.baseUrl,
      ),
    ),
  };
}

/** @throws `not-found` */
export async function readStudy(ctx: ServiceContext, { name }: { name: string }): Promise<StudySummary> {
  const { projectId } = ctx.actor;
  requireScope(ctx, 'read');
  const study = requireFound(await ctx.repos.studies.find(projectId, name), `study ${name}`);
  return toSummary(study, await ctx.repos.studies.countRuns(projectId, study.id), ctx.config.baseUrl);
}

function toSummary(
  { name, title, summary, system, citation, report, updatedAtMs, updatedBy }: StudyRecord,
  counts: readonly { experiment: string; runs: number }[],
  baseUrl: string,
): StudySummary {
  return {
    name,
    url: pageUrls(baseUrl).study(name),
    title,
    summary,
    system,
    citation,
    draft: report === null ? null : name,
    experiments: counts.map(({ experiment, runs }) => ({ name: experiment, runs })),
    updatedAt: toInstant(updatedAtMs),
    updatedBy,
  };
}
