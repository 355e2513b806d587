import type { LaunchSweep } from '@proofload/contracts';
import {
  type ExperimentDefinition,
  expandTreatments,
  type FieldError,
  factorNames,
  type ParamValue,
  ProofloadError,
  type Treatment,
} from '@proofload/domain';

type Choice = NonNullable<LaunchSweep['params']>;

/**
 * The treatments whose factors have one of the chosen levels; all when nothing is chosen.
 * Throws `invalid` for a factor or a level that the experiment does not have.
 */
export function chooseTreatments(definition: ExperimentDefinition, choice: Choice = {}): Treatment[] {
  const treatments = expandTreatments(definition);
  const levels = Object.entries(choice).map(([name, chosen]) => ({
    name,
    chosen: Array.isArray(chosen) ? chosen : [chosen],
  }));
  const fields = levels.flatMap(({ name, chosen }) => checkChoice(definition, treatments, name, chosen));
  if (fields[0]) throw new ProofloadError('invalid', `${fields[0].field}: ${fields[0].message}`, { fields });
  const chosen = treatments.filter(({ params }) =>
    levels.every((level) => level.chosen.includes(params[level.name] as ParamValue)),
  );
  if (chosen.length === 0) {
    const message = 'expected levels that occur together in at least one treatment';
    throw new ProofloadError('invalid', `params: ${message}`, { fields: [{ field: 'params', message }] });
  }
  return chosen;
}

function checkChoice(
  definition: ExperimentDefinition,
  treatments: readonly Treatment[],
  name: string,
  chosen: readonly ParamValue[],
): FieldError[] {
  const names = factorNames(definition.factors);
  if (!names.includes(name)) {
    const known = names.length === 0 ? 'this experiment has none' : `known are ${names.join(', ')}`;
    return [{ field: `params.${name}`, message: `expected a factor; ${known}` }];
  }
  const known = [...new Set(treatments.map(({ params }) => params[name]))];
  return chosen
    .filter((level) => !known.includes(level))
    .map((level) => ({
      field: `params.${name}`,
      message: `expected one of ${known.map((one) => JSON.stringify(one)).join(', ')}, not ${JSON.stringify(level)}`,
    }));
}
