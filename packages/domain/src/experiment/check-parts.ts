import type { DocumentProblem } from '../document/read-document.ts';
import type { ExperimentDefinition } from './definition.ts';
import { factorLevels } from './treatments.ts';

type Parts = Pick<ExperimentDefinition, 'measurements' | 'factors' | 'balances' | 'breakdowns'>;

/** Whether balances and breakdowns name measurements, factors and levels that there are. */
export function checkParts(definition: Parts): DocumentProblem[] {
  return [...checkBalances(definition), ...checkBreakdowns(definition)];
}

function checkBalances({ measurements, balances = {} }: Parts): DocumentProblem[] {
  return Object.entries(balances).flatMap(([name, balance]) => {
    const path = ['spec', 'balances', name];
    const roles = (['range', 'greatest', 'least'] as const).filter((role) => balance[role] !== undefined);
    const unknown = roles.filter((role) => !Object.hasOwn(measurements, balance[role] ?? ''));
    if (!roles.includes('range') && roles.length < 2)
      return [{ path, message: 'expected `range`, or `greatest` and `least`' }];
    return unknown.map((role) => ({ path: [...path, role], message: sayMeasurements(measurements) }));
  });
}

function checkBreakdowns({ measurements, factors, breakdowns = {} }: Parts): DocumentProblem[] {
  const levels = factorLevels(factors);
  return Object.entries(breakdowns).flatMap(([name, { measurement, factor, total }]) => {
    const path = ['spec', 'breakdowns', name];
    if (!Object.hasOwn(measurements, measurement))
      return [{ path: [...path, 'measurement'], message: sayMeasurements(measurements) }];
    const own = levels.get(factor);
    if (own === undefined) {
      const message = `expected the name of a factor; known are ${[...levels.keys()].join(', ') || 'none'}`;
      return [{ path: [...path, 'factor'], message }];
    }
    if (total === undefined || own.includes(total)) return [];
    return [
      {
        path: [...path, 'total'],
        message: `expected one of the levels of ${factor}: ${own.slice(0, 20).join(', ')}`,
      },
    ];
  });
}

const sayMeasurements = (measurements: Parts['measurements']): string =>
  `expected the name of a measurement; known are ${Object.keys(measurements).slice(0, 20).join(', ') || 'none'}`;
