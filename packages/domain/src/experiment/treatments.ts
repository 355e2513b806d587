import type { Params, ParamValue } from '../run/state.ts';
import type { ExperimentDefinition, Factor } from './definition.ts';

export interface Treatment {
  /** Canonical key, such as `burst=100,qps=50`. */
  key: string;
  params: Params;
  isBaseline: boolean;
}

/** The treatments of an experiment: crossed factors give every combination, paired ones move together. */
export function expandTreatments(
  definition: Pick<ExperimentDefinition, 'factors' | 'baseline'>,
): Treatment[] {
  let combinations: Params[] = [{}];
  for (const factor of definition.factors) {
    const settings = settingsOf(factor);
    combinations = combinations.flatMap((params) => settings.map((setting) => ({ ...params, ...setting })));
  }
  const baselineKey = definition.baseline ? treatmentKey(definition.baseline) : null;
  return combinations.map((params) => {
    const key = treatmentKey(params);
    return { key, params, isBaseline: key === baselineKey };
  });
}

/**
 * The treatment that comparisons take their ratios to: the declared baseline, else the first treatment. Null when there is
 * but one treatment and nothing is declared, because then nothing is compared with it.
 */
export function baselineKey(definition: Pick<ExperimentDefinition, 'factors' | 'baseline'>): string | null {
  if (definition.baseline) return treatmentKey(definition.baseline);
  if (countTreatments(definition.factors) < 2) return null;
  return expandTreatments(definition)[0]?.key ?? null;
}

/** Number of treatments, without making them. */
export function countTreatments(factors: readonly Factor[]): number {
  return factors.reduce((count, factor) => count * settingsOf(factor).length, 1);
}

function settingsOf(factor: Factor): Params[] {
  if (factor.kind === 'crossed') return factor.levels.map((level) => ({ [factor.name]: level }));
  const names = Object.keys(factor.levels);
  const count = factor.levels[names[0] ?? '']?.length ?? 0;
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(names.map((name) => [name, factor.levels[name]?.[index] as ParamValue])),
  );
}

/** Names of all factors, in the order of the definition. */
export function factorNames(factors: readonly Factor[]): string[] {
  return factors.flatMap((factor) =>
    factor.kind === 'crossed' ? [factor.name] : Object.keys(factor.levels),
  );
}

/** Levels of all factors by name, in the order of the definition. */
export function factorLevels(factors: readonly Factor[]): ReadonlyMap<string, readonly ParamValue[]> {
  return new Map(
    factors.flatMap((factor): [string, readonly ParamValue[]][] =>
      factor.kind === 'crossed' ? [[factor.name, factor.levels]] : Object.entries(factor.levels),
    ),
  );
}

/**
 * The same text for the same parameters, whatever their order: `burst=100,qps=50`. Texts that could be read as
 * something else are quoted; no parameters give `all`.
 */
export function treatmentKey(params: Params): string {
  const names = Object.keys(params).sort();
  if (names.length === 0) return 'all';
  return names.map((name) => `${name}=${printValue(params[name] as ParamValue)}`).join(',');
}

function printValue(value: ParamValue): string {
  if (typeof value !== 'string') return String(value);
  const isPlain = /^[A-Za-z][A-Za-z0-9_.:/-]*$/.test(value) && value !== 'true' && value !== 'false';
  // A list of keys is separated by `;`, so that no key holds one.
  return isPlain ? value : JSON.stringify(value).replaceAll(';', '\\u003b');
}

/**
 * Puts parameters into `${name}` placeholders of a nested value. A text that is one placeholder becomes the value
 * itself, so that `"${qps}"` stays a number. Unknown placeholders are left alone, and so is the text of a `script`,
 * where `${...}` is the script's own syntax: factors reach it as environment variables.
 */
export function substitute(value: unknown, params: Params): unknown {
  if (typeof value === 'string') return substituteText(value, params);
  if (Array.isArray(value)) return value.map((item) => substitute(item, params));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, isVerbatim(key) ? item : substitute(item, params)]),
    );
  }
  return value;
}

const isVerbatim = (key: string): boolean => key === 'script';

const placeholder = /\$\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;

function substituteText(text: string, params: Params): ParamValue {
  const whole = /^\$\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}$/.exec(text)?.[1];
  if (whole !== undefined && Object.hasOwn(params, whole)) return params[whole] as ParamValue;
  return text.replace(placeholder, (match, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : match,
  );
}

/** Every `${name}` in a nested value that `substitute` would fill. */
export function findPlaceholders(
  value: unknown,
  path: readonly (string | number)[] = [],
): { name: string; path: (string | number)[] }[] {
  if (typeof value === 'string') {
    return [...value.matchAll(placeholder)].map((match) => ({ name: match[1] ?? '', path: [...path] }));
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => findPlaceholders(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    isVerbatim(key) ? [] : findPlaceholders(item, [...path, key]),
  );
}
