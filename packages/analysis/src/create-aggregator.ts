import { aggregateDeltas, aggregateRatios } from './aggregate-counts.ts';
import { aggregateDistributions } from './aggregate-distributions.ts';
import { aggregateSamples } from './aggregate-samples.ts';
import type { Aggregation, Aggregator } from './aggregated.ts';

export function createAggregator(aggregation: Aggregation): Aggregator {
  switch (aggregation.kind) {
    case 'delta':
      return aggregateDeltas(aggregation);
    case 'ratio':
      return aggregateRatios(aggregation);
    case 'distribution':
      return aggregateDistributions(aggregation);
    case 'gauge':
    case 'cumulative':
      return aggregateSamples(aggregation.kind, aggregation);
  }
}
