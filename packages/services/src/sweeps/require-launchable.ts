import type { ExperimentVersionRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { knownExecutors } from '@proofload/executors';
import type { ServiceContext } from '../context.ts';
import { checkWorkload } from '../experiments/check-workload.ts';

/** Throws when this instance cannot execute runs of a definition, with the field that says so. */
export function requireLaunchable(ctx: ServiceContext, { definition }: ExperimentVersionRecord): void {
  const { executor } = definition.workload;
  const field = 'spec.workload.executor';
  if (!knownExecutors.includes(executor)) {
    const known = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(knownExecutors);
    const message = `expected ${known}; there is no executor ${executor} here`;
    throw new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
  }
  if (executor === 'k6' && !ctx.config.localK6) {
    const message =
      'k6 on the worker is switched off in the configuration of this instance; run it elsewhere with the executor external';
    throw new ProofloadError('conflict', `${field}: ${message}`, { fields: [{ field, message }] });
  }
  const { errors } = checkWorkload(definition);
  if (errors[0])
    throw new ProofloadError('invalid', `${errors[0].field}: ${errors[0].message}`, { fields: errors });
}
