export { deleteStudy } from './delete-study.ts';
export { loadStudy } from './load-study.ts';
export { listStudies, readStudy } from './read-study.ts';
