import type { FieldError, Params } from '@proofload/domain';
import type { z } from 'zod';
import { capacitySettingsSchema } from './capacity/capacity-settings.ts';
import { commandSettingsSchema } from './command/command-settings.ts';
import { variableOfFactor } from './k6/k6-arguments.ts';
import { k6SettingsSchema, refuseVariable } from './k6/k6-settings.ts';
import { k6JobSettingsSchema, k6OperatorSettingsSchema } from './k6-cluster/cluster-k6-settings.ts';
import { jobSettingsSchema } from './kubernetes/job-settings.ts';

/** The settings of each executor that workers carry out. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  k6: k6SettingsSchema,
  command: commandSettingsSchema,
  'kubernetes-job': jobSettingsSchema,
  'k6-job': k6JobSettingsSchema,
  capacity: capacitySettingsSchema,
  'k6-operator': k6OperatorSettingsSchema,
};

/** Executors that hand factors to a script of k6. */
const runsK6: readonly string[] = ['k6', 'k6-job', 'k6-operator'];

/** Executors that a definition may name. `external`: somebody else executes the run and sends its data. */
export const knownExecutors: readonly string[] = [...Object.keys(schemas), 'external'];

/** What is wrong with `spec.workload.with` for an executor, once parameters are put in. Fields begin with `with`. */
export function checkWith(executor: string, settings: unknown, params: Params): FieldError[] {
  const schema = Object.hasOwn(schemas, executor) ? schemas[executor] : undefined;
  if (!schema) return [];
  const parsed = schema.safeParse(settings);
  const wrong = parsed.success ? [] : parsed.error.issues.flatMap((issue) => toFieldErrors(executor, issue));
  return runsK6.includes(executor) ? [...wrong, ...checkParams(params)] : wrong;
}

/** Parameters become variables of k6's environment, so their names must fit. */
function checkParams(params: Params): FieldError[] {
  return Object.keys(params).flatMap((name) => {
    const message = refuseVariable(variableOfFactor(name));
    return message === null
      ? []
      : [
          {
            field: 'with.env',
            message: `the factor ${name} reaches the script as an environment variable: ${message}`,
          },
        ];
  });
}

function toFieldErrors(executor: string, issue: z.core.$ZodIssue): FieldError[] {
  const path = ['with', ...issue.path.map(String)].join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: `${path}.${key}`,
      message: `expected no setting of this name for ${executor}`,
    }));
  }
  const message = issue.message.startsWith('expected')
    ? issue.message
    : `expected otherwise: ${issue.message}`;
  return [{ field: path, message }];
}
