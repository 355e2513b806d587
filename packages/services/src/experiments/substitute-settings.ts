import { type ExperimentDefinition, type Params, substitute } from '@proofload/domain';

/**
 * The settings of a workload for one treatment. An inline script is left alone, since `${...}` is its own syntax: it
 * gets the parameters as variables of its environment.
 */
export function substituteSettings(
  settings: ExperimentDefinition['workload']['with'],
  params: Params,
): Record<string, unknown> {
  const { script, ...others } = settings;
  const substituted = substitute(others, params) as Record<string, unknown>;
  return script === undefined ? substituted : { ...substituted, script };
}
