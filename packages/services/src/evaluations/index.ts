export { changeRunPhases } from './change-run-phases.ts';
export { changeRunWindows } from './change-run-windows.ts';
export { evaluateExperiment } from './evaluate-experiment.ts';
export { evaluateRuns } from './evaluate-runs.ts';
export { listRunEvaluations } from './list-run-evaluations.ts';
export { cancelEvaluationJob, readEvaluationJob } from './read-evaluation-job.ts';
export { readEvaluationOffer } from './read-evaluation-offer.ts';
