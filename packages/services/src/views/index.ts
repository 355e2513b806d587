export { deleteView } from './delete-view.ts';
export { listViews, readView } from './read-views.ts';
export { saveView } from './save-view.ts';
