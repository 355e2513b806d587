import type { LimitSource } from '@proofload/charts';
import type { Experiment } from '@proofload/contracts';
import { queryOptions } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

/** An experiment in a version, the newest when none is given. */
export function experimentQuery(name: string, version: number | null) {
  const search = version === null ? '' : `?version=${version}`;
  return queryOptions({
    queryKey: ['experiment', name, version],
    queryFn: ({ signal }) => callApi(`/experiments/${name}${search}`, answers.experiment, { signal }),
    staleTime: 5 * 60_000,
  });
}

/** Objectives and what they are about; null while the experiment is not there. */
export function toLimitSource(experiment: Pick<Experiment, 'definition'> | undefined): LimitSource | null {
  return experiment?.definition ?? null;
}
