import { parseAmount } from '../value/parse-amount.ts';
import type { LimitDefinition } from './limit-definition.ts';
import { findPlaceholders } from './treatments.ts';

interface LimitProblem {
  path: (string | number)[];
  message: string;
}

/** What of limits nothing in the definition answers to. */
export function checkLimits(
  limits: readonly LimitDefinition[],
  known: { measurements: readonly string[]; factors: readonly string[] },
): LimitProblem[] {
  return limits.flatMap((limit, index) => {
    const at = (...path: string[]): (string | number)[] => ['spec', 'limits', index, ...path];
    const isTaken = limits.findIndex(({ name }) => name === limit.name) !== index;
    return [
      ...(isTaken
        ? [{ path: at('name'), message: `expected a name of its own; ${limit.name} is taken` }]
        : []),
      ...operandsOf(limit).flatMap(([path, text]) => checkOperand(at(...path), text, known)),
      ...measurementsOf(limit).flatMap(([path, name]) =>
        known.measurements.includes(name)
          ? []
          : [{ path: at(...path), message: `expected the name of a measurement, not ${name}` }],
      ),
    ];
  });
}

function operandsOf(limit: LimitDefinition): [string[], string][] {
  switch (limit.kind) {
    case 'resource':
      return (['base', 'perUnit', 'limit'] as const).map((key) => [['resource', key], limit[key]]);
    case 'addresses':
      return (['prefix', 'nodePrefix'] as const).map((key) => [['addresses', key], limit[key]]);
    case 'caps':
      return [
        ...Object.entries(limit.caps).map(([name, text]): [string[], string] => [['caps', name], text]),
        ...(limit.operation === null ? [] : [[['operation'], limit.operation] as [string[], string]]),
      ];
  }
}

function measurementsOf(limit: LimitDefinition): [string[], string][] {
  if (limit.kind === 'resource')
    return limit.failedAt === null ? [] : [[['resource', 'failedAt'], limit.failedAt]];
  return limit.reached === null ? [] : [[['reached'], limit.reached]];
}

function checkOperand(
  path: LimitProblem['path'],
  text: string,
  { measurements, factors }: { measurements: readonly string[]; factors: readonly string[] },
): LimitProblem[] {
  if (measurements.includes(text) || factors.includes(text)) return [];
  const placeholders = findPlaceholders(text).map(({ name }) => name);
  const unknown = placeholders.find((name) => !factors.includes(name));
  if (unknown !== undefined) return [{ path, message: `expected a factor in \${...}; ${unknown} is none` }];
  // Any level will do to see whether a quantity is left.
  const filled = placeholders.reduce((said, name) => said.replaceAll(`\${${name}}`, '1'), text);
  if (parseAmount(filled) !== null) return [];
  return [
    { path, message: `expected a measurement, a factor or a quantity such as \`256 MB\`, not ${text}` },
  ];
}
