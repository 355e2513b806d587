import { type ExperimentDefinition, expandTreatments, type FieldError } from '@proofload/domain';
import { checkWith, knownExecutors } from '@proofload/executors';
import { substituteSettings } from './substitute-settings.ts';

export interface WorkloadCheck {
  errors: FieldError[];
  warnings: string[];
}

/** Checks the settings of the workload with its executor's own schema, for every treatment. */
export function checkWorkload(definition: ExperimentDefinition): WorkloadCheck {
  const { executor, with: settings } = definition.workload;
  if (!knownExecutors.includes(executor)) {
    const known = new Intl.ListFormat('en-GB').format(knownExecutors);
    return {
      errors: [],
      warnings: [
        `The executor ${executor} does not exist here, so this cannot be launched; known are ${known}`,
      ],
    };
  }
  const errors = new Map<string, FieldError>();
  for (const { params } of expandTreatments(definition)) {
    for (const error of checkWith(executor, substituteSettings(settings, params), params)) {
      const field = `spec.workload.${error.field}`;
      errors.set(field, { ...error, field });
    }
  }
  return { errors: [...errors.values()], warnings: [] };
}
