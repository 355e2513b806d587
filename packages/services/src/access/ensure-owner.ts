import type { AccessDeps } from './access-deps.ts';

/** The id of the project of that name; it is made when there is none, so this may be called at every start. */
export async function ensureProject(
  deps: AccessDeps,
  input: { name: string },
): Promise<{ projectId: string }> {
  return { projectId: await deps.repos.access.ensureProject(deps.newId(), input.name) };
}

/** The first owner of a project; one is made when there is none. */
export async function ensureOwner(
  deps: AccessDeps,
  input: { projectId: string; name: string },
): Promise<{ userId: string }> {
  return {
    userId: await deps.repos.access.ensureOwner(input.projectId, { id: deps.newId(), name: input.name }),
  };
}
