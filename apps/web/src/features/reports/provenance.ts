import type { LimitSource } from '@proofload/charts';
import type { ComparisonSnapshot } from '@proofload/contracts';
import { type ExperimentDefinition, expandTreatments, parseDefinition } from '@proofload/domain';

/** Where the numbers of a measurement come from. */
export interface Provenance {
  /** Such as `p95(http_req_duration)`. */
  expression: string;
  /** Such as `whole run`. */
  window: string;
}

/** What a report's frozen definitions say about its figures. */
export interface FrozenDefinition {
  limitSource: LimitSource | null;
  /** Keys of all treatments, in the order of the definition. */
  treatments: string[];
  provenance: Record<string, Provenance>;
}

/** Reads the newest definition of a snapshot; one that this version no longer reads explains nothing, and the rest stands. */
export function readFrozenDefinition({
  definitions,
  comparison,
}: Pick<ComparisonSnapshot, 'definitions' | 'comparison'>): FrozenDefinition {
  const own = definitions.filter(({ experiment }) => experiment === comparison.experiment);
  const evaluators = comparison.runs.map(({ definitionVersion }) => definitionVersion);
  // A version that runs were launched with and not evaluated by explains the load, not the numbers.
  const newest = own.findLast(({ version }) => evaluators.includes(version)) ?? own.at(-1);
  const definition = newest ? parseDefinition(newest.source).definition : null;
  if (!definition) return { limitSource: null, treatments: [], provenance: {} };
  const { measurements, slos } = definition;
  return {
    limitSource: { measurements, slos },
    treatments: expandTreatments(definition).map(({ key }) => key),
    provenance: Object.fromEntries(
      Object.entries(measurements).map(([name, measurement]) => [name, explain(measurement)]),
    ),
  };
}

function explain({ of, over, balance }: ExperimentDefinition['measurements'][string]): Provenance {
  const window = over ?? 'whole run';
  if (of.kind === 'duration') return { expression: `length of ${of.window}`, window: of.window };
  if (of.kind === 'reported') return { expression: 'as reported', window: 'as its reporter had it' };
  const labels = of.selector === '' || of.selector.startsWith('{') ? of.selector : `{${of.selector}}`;
  const expression = `${of.aggregate}(${of.metric}${labels})`;
  return { expression: balance === null ? expression : `${expression}, balance over ${balance}`, window };
}
