import type { AccessRepository } from '@proofload/db';

/** What access needs before anybody is known: every ServiceContext has it, and so has a launcher. */
export interface AccessDeps {
  repos: { access: AccessRepository };
  clock: { nowMs(): number };
  newId: () => string;
}

export const dayMs = 24 * 60 * 60 * 1000;
