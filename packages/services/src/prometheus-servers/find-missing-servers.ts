import { type ExperimentDefinition, type FieldError, ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';

type Context = Pick<ServiceContext, 'actor' | 'repos'>;

/** The sources of a definition that name a Prometheus server which the project does not have. */
export async function findMissingServers(
  ctx: Context,
  { sources }: Pick<ExperimentDefinition, 'sources'>,
): Promise<FieldError[]> {
  const named = sources.flatMap((source, index) =>
    source.kind === 'prometheus' && source.server !== undefined ? [{ server: source.server, index }] : [],
  );
  if (named.length === 0) return [];
  const records = await ctx.repos.prometheusServers.list(ctx.actor.projectId);
  const known = records.map(({ name }) => name);
  const some = known.length === 0 ? 'it has none' : `it has ${known.slice(0, 20).join(', ')}`;
  return named
    .filter(({ server }) => !known.includes(server))
    .map(({ server, index }) => ({
      field: `spec.sources[${index}].prometheus.server`,
      message: `expected the name of a Prometheus server of this project; ${some}, and no ${server}`,
    }));
}

/** As a warning, where nothing is launched yet. */
export const tellMissingServer = ({ field, message }: FieldError): string =>
  `${field}: ${message}; this cannot be launched before there is one`;

/** Throws `invalid` when a source of a definition names a server that is not there. */
export async function requireServers(
  ctx: Context,
  definition: Pick<ExperimentDefinition, 'sources'>,
): Promise<void> {
  const errors = await findMissingServers(ctx, definition);
  if (errors[0])
    throw new ProofloadError('invalid', `${errors[0].field}: ${errors[0].message}`, { fields: errors });
}
