/** On every object of a run: what does not carry it is never touched. */
export const runLabel = 'proofload.dev/run';
export const managedByLabel = 'app.kubernetes.io/managed-by';
const managedBy = 'proofload';
/** On the object that is made first and names all others, so that a run can be cleaned up whenever its worker dies. */
export const anchorLabel = 'proofload.dev/anchor';

export const labelsOf = (runId: string): Record<string, string> => ({
  [runLabel]: runId,
  [managedByLabel]: managedBy,
});

export const selectorOf = (runId: string): string => `${runLabel}=${runId}`;

export const anchorNameOf = (runId: string): string => `proofload-run-${runId}`;
