import { convertUnit, type ExperimentDefinition, parseObjective } from '@proofload/domain';

/** A horizontal line of a chart: an objective of the definition. */
export interface Limit {
  /** Name and objective, such as `responsive: p95 < 1s`. */
  label: string;
  /** In the unit of the chart. */
  value: number;
}

/** Names of objectives and what they are about, as far as a chart needs them. */
export type LimitSource = Pick<ExperimentDefinition, 'measurements' | 'slos'>;

/** The objectives on what a chart shows: those whose measurement takes this column of this metric, in a unit that converts. */
export function findLimits(
  source: LimitSource,
  metric: string,
  column: string,
  unit: string | null,
): Limit[] {
  return findSlos(source, metric, column).flatMap(({ name, measurement, objective }) => {
    const parsed = parseObjective(objective);
    const value = parsed && convertUnit(parsed.value, parsed.unit, unit ?? '');
    return value === null ? [] : [{ label: `${name}: ${measurement} ${objective}`, value }];
  });
}

/** The objectives that a chart of this column of this metric can show. */
export function findSlos(source: LimitSource, metric: string, column: string): ExperimentDefinition['slos'] {
  return source.slos.filter((slo) => {
    const of = source.measurements[slo.measurement]?.of;
    return of?.kind === 'metric' && of.metric === metric && columnOfAggregate(of.aggregate) === column;
  });
}

/** The column of a series in which an aggregate can be seen over time. */
function columnOfAggregate(aggregate: string): string {
  return aggregate === 'share' ? 'ratio' : aggregate;
}
