export { checkDraft, evaluateDraft, exportDraft } from './evaluate-draft.ts';
export { freezeDraft } from './freeze-draft.ts';
export { deleteDraft, listDrafts, readDraft } from './list-drafts.ts';
export { saveDraft } from './save-draft.ts';
