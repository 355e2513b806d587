export * from './errors.ts';
export { checkDefinition, maxRunsPerSweep } from './experiment/check-definition.ts';
export { type Condition, type ConditionReducer, parseCondition } from './experiment/condition.ts';
export * from './experiment/definition.ts';
export { type DefinitionChange, diffDefinitions } from './experiment/diff-definitions.ts';
export {
  changesRuns,
  compareEvaluatingParts,
  type EvaluatingChange,
  type EvaluatingPart,
  evaluatingPart,
  wholeRunWindow,
} from './experiment/evaluating-part.ts';
export type {
  AddressesLimit,
  CapsLimit,
  LimitDefinition,
  ResourceLimit,
} from './experiment/limit-definition.ts';
export { definitionJsonSchema, knownApiVersions } from './experiment/migrate-document.ts';
export {
  maxDefinitionLength,
  type ParsedDefinition,
  parseDefinition,
  requireDefinition,
} from './experiment/parse-definition.ts';
export { aggregatePattern } from './experiment/schema-v1.ts';
export * from './experiment/selector.ts';
export { findPrometheusAddressProblem, hasCredentials } from './experiment/source-address.ts';
export {
  baselineKey,
  countTreatments,
  expandTreatments,
  factorNames,
  substitute,
  type Treatment,
  treatmentKey,
} from './experiment/treatments.ts';
export * from './expression/index.ts';
export * from './filter/complete-filter.ts';
export { filterFieldNames } from './filter/filter-field.ts';
export type { FilterField, FilterNode, FilterOperator, FilterValue } from './filter/filter-node.ts';
export { parseFilter } from './filter/parse-filter.ts';
export { cutText, unstorable } from './plain-text.ts';
export * from './random.ts';
export * from './retention/decide-expiry.ts';
export * from './run/capacity.ts';
export * from './run/cluster-objects.ts';
export * from './run/executors.ts';
export * from './run/lifecycle.ts';
export * from './run/reported-value.ts';
export * from './run/state.ts';
export { requireStudy } from './study/parse-study.ts';
export type { StudyDocument } from './study/study-schema.ts';
export * from './sweep/extend-sweep.ts';
export * from './sweep/forecast.ts';
export * from './sweep/queue.ts';
export * from './sweep/run-length.ts';
export * from './sweep/say-waiting.ts';
export * from './units/index.ts';
export * from './value/index.ts';
