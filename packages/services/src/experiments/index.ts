export { checkExperiment } from './check-experiment.ts';
export { diffVersions } from './diff-versions.ts';
export { listExperiments } from './list-experiments.ts';
export { readExperiment } from './read-experiment.ts';
export { saveExperiment } from './save-experiment.ts';
