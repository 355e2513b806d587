import type { ListRunsQuery } from '@proofload/contracts';

export type RunListQuery = Omit<ListRunsQuery, 'limit'>;

/** Lists as people ask for them. */
const usual: Record<string, RunListQuery> = {
  newestFirst: {},
  oldestFirst: { sort: 'createdAt' },
  byMeasurement: { sort: 'p95' },
  byMeasurementDescending: { sort: '-throughput' },
  byRareMeasurement: { sort: 'rare' },
  byParameter: { sort: 'qps' },
  byOutcome: { sort: '-outcome' },
  byStatus: { sort: 'status' },
  byStart: { sort: '-startedAt' },
  byEnd: { sort: 'finishedAt' },
  byTreatment: { sort: 'treatment' },
  byName: { sort: 'name' },
  ofExperiment: { experiment: 'experiment-7' },
  ofExperimentByMeasurement: { experiment: 'experiment-7', sort: 'm3' },
  ofSweep: { sweep: 'sweep00000007' },
  filterParameter: { filter: 'qps>=100' },
  filterParameterText: { filter: 'mode=legacy' },
  filterLabel: { filter: 'label.branch="main"' },
  filterMeasurement: { filter: 'p95<300' },
  filterOutcome: { filter: 'outcome=failed' },
  filterTime: { filter: 'createdAt>="2026-01-05"' },
  filterThree: { filter: 'qps>=100 and p95<300 and label.branch="main"' },
  filterThreeAndSort: { filter: 'qps>=100 and p95<300 and label.branch="main"', sort: '-throughput' },
  filterFiveAndSort: {
    filter: 'qps>=100 and p95<900 and label.branch!=dev and outcome=completed and m1>100',
    sort: 'm2',
  },
  filterEither: { filter: 'label.branch=dev or p95<100 or verdict=fail' },
  filterNot: { filter: 'not (qps=100 or mode in (legacy, consistent))', sort: '-p95' },
  filterFewHits: { filter: 'rare<50 and throughput>500', sort: 'p95' },
  filterOneHit: { filter: 'label.commit="a87ff679a2" and p95>=0' },
  filterNoHits: { filter: 'p95>=2000' },
  filterNoHitsOfMany: { filter: 'qps=100 and burst=100 and throughput>1' },
  filterContains: { filter: 'label.branch ~ "rele"' },
};

/** Lists for which no one index has both the filter and the order. */
const adverse: Record<string, RunListQuery> = {
  // p95 is made of throughput in some runs: five of them, at the other end of the order.
  fiveHitsAtTheEnd: { filter: 'throughput>999.95 and qps>=50', sort: 'throughput' },
  hitsAtTheEndOfTheOrder: { filter: 'm1>500 and m2>500 and m3>950', sort: 'm3' },
  rangeByAnother: { filter: 'm1>=250 and m1<750', sort: 'm2' },
  narrowRangeByAnother: { filter: 'm1>=500 and m1<510', sort: '-m2' },
  rangeOfMissing: { filter: 'rare>=0', sort: 'p95' },
  missingLast: { filter: 'm1>=500', sort: 'rare' },
  missingLastOfFew: { filter: 'm1>=990', sort: '-rare' },
  without: { filter: 'not rare>=0', sort: 'm1' },
  byNameFiltered: { filter: 'p95<300', sort: 'name' },
  byNameFilteredFew: { filter: 'm1<30 and m2<300', sort: '-name' },
  byOutcomeFiltered: { filter: 'm1<500', sort: '-outcome' },
  byEndFiltered: { filter: 'm1<500 and qps>=100', sort: '-finishedAt' },
  byVerdictContains: { filter: 'label.branch ~ "ain"', sort: 'verdict' },
  nameContains: { filter: 'name ~ "9999"', sort: 'm1' },
  nameContainsNothing: { filter: 'name ~ "nothing of the kind"', sort: '-m1' },
  labelContainsRare: { filter: 'label.commit ~ "a87f"', sort: 'p95' },
  paramContains: { filter: 'mode ~ "LEG" and m1>500', sort: 'm2' },
  contradiction: { filter: 'm1>500 and m1<500', sort: 'm2' },
  contradictionOfMany: { filter: 'label.branch=main and label.branch=dev and m1>10', sort: 'm2' },
  eitherOfMany: { filter: '(m1>500 or m2>500) and (m3<500 or m4<500) and label.branch=main', sort: 'm5' },
  eitherOfNothing: { filter: 'm1>5000 or m2>5000 or label.branch=nowhere', sort: 'm5' },
  eitherOfRare: { filter: 'rare<10 or label.commit="a87ff679a2" or m1>999.9', sort: '-m2' },
  eitherByName: { filter: 'label.branch=dev or p95<100 or verdict=fail', sort: 'name' },
  notEqual: { filter: 'label.branch!=main and mode!=legacy and qps!=100', sort: 'p95' },
  notOfMany: { filter: 'not (m1<950 or m2<950)', sort: '-m3' },
  notNotFound: { filter: 'not (m1>=0 or m2>=0)', sort: '-m3' },
  inList: { filter: 'qps in (50, 100, 150) and outcome in (failed, stalled)', sort: 'm4' },
  tenConditions: {
    filter:
      'm1>50 and m2>50 and m3>50 and m4>50 and m5>50 and m6>50 and m7>50 and m8>50 and m9>50 and m10>50',
    sort: 'm11',
  },
  tenConditionsOfNone: {
    filter:
      'm1>500 and m2>500 and m3>500 and m4>500 and m5>500 and m6>500 and m7>500 and m8>500 and m9>500 and m10>500 and m11>500 and m12>500 and p95>900',
    sort: 'throughput',
  },
};

export const runListQueries: Record<string, RunListQuery> = { ...usual, ...adverse };
