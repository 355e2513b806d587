import { runOutcomes, runStatuses, verdicts } from '../run/state.ts';
import type { FilterField, FilterOperator, FilterValue } from './filter-node.ts';
import { type FilterToken, filterError } from './filter-tokens.ts';

const builtIn: Readonly<Record<string, FilterField>> = {
  status: { kind: 'enum', name: 'status' },
  outcome: { kind: 'enum', name: 'outcome' },
  verdict: { kind: 'enum', name: 'verdict' },
  id: { kind: 'text', name: 'id' },
  name: { kind: 'text', name: 'name' },
  experiment: { kind: 'text', name: 'experiment' },
  executor: { kind: 'text', name: 'executor' },
  treatment: { kind: 'text', name: 'treatment' },
  sweep: { kind: 'text', name: 'sweep' },
  createdAt: { kind: 'time', name: 'createdAt' },
  startedAt: { kind: 'time', name: 'startedAt' },
  finishedAt: { kind: 'time', name: 'finishedAt' },
  replicate: { kind: 'number', name: 'replicate' },
  pinned: { kind: 'flag', name: 'pinned' },
  published: { kind: 'flag', name: 'published' },
};

const enumWords: Readonly<Record<string, readonly string[]>> = {
  status: runStatuses,
  outcome: runOutcomes,
  verdict: verdicts,
};

const timePattern = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** The fields of a run that every project has, for completion. */
export const filterFieldNames: readonly string[] = Object.keys(builtIn);

/** What a name stands for. `label.`, `param.` and `measurement.` are prefixes. */
export function readField(token: FilterToken): FilterField {
  if (token.kind !== 'word')
    throw filterError(token.position, 'expected a field such as status, p95 or label.branch');
  const known = Object.hasOwn(builtIn, token.text) ? builtIn[token.text] : undefined;
  if (known !== undefined) return known;
  const prefixed = /^(label|param|measurement)\.(.*)$/.exec(token.text);
  if (prefixed === null) return { kind: 'plain', name: token.text };
  const name = prefixed[2] ?? '';
  if (name === '') throw filterError(token.position, `expected a name after \`${prefixed[1]}.\``);
  return { kind: prefixed[1] as 'label' | 'param' | 'measurement', name };
}

/** Refuses an operator that means nothing for a field, such as `status > x`. */
export function checkOperator(field: FilterField, operator: FilterOperator, position: number): void {
  const isOrder = operator !== '=' && operator !== '!=' && operator !== '~';
  if (isOrder && ['enum', 'text', 'label', 'flag'].includes(field.kind)) {
    throw filterError(position, `expected =, != or ~ after ${field.name}, which has no order,`);
  }
  if (operator === '~' && ['time', 'number', 'measurement', 'flag'].includes(field.kind)) {
    throw filterError(position, `expected a comparison after ${field.name}, which is no text,`);
  }
}

/** Reads a value as the field wants it: words of an enum, times for time fields, texts for labels. */
export function readValue(field: FilterField, operator: FilterOperator, token: FilterToken): FilterValue {
  if (token.kind !== 'word' && token.kind !== 'text' && token.kind !== 'number') {
    throw filterError(token.position, 'expected a value');
  }
  if (operator === '~') return { kind: 'text', value: token.text };
  switch (field.kind) {
    case 'enum':
      return readEnum(field.name, token);
    case 'flag':
      return readFlag(field.name, token);
    case 'time':
      return readTime(token);
    case 'number':
    case 'measurement':
      if (token.kind !== 'number') throw filterError(token.position, `expected a number for ${field.name}`);
      return { kind: 'number', value: token.value };
    case 'text':
    case 'label':
      return { kind: 'text', value: token.text };
    case 'param':
    case 'plain':
      return readScalar(field.name, operator, token);
  }
}

function readEnum(name: string, token: FilterToken): FilterValue {
  const words = enumWords[name] ?? [];
  if (!words.includes(token.text))
    throw filterError(token.position, `expected ${words.join(', ')} for ${name}`);
  return { kind: 'text', value: token.text };
}

function readFlag(name: string, token: FilterToken): FilterValue {
  if (token.text !== 'true' && token.text !== 'false')
    throw filterError(token.position, `expected true or false for ${name}`);
  return { kind: 'boolean', value: token.text === 'true' };
}

function readTime(token: FilterToken): FilterValue {
  // A time without a zone is UTC, as everywhere in the interface of machines.
  const text = token.text.replace(' ', 'T');
  const zoned = /[T].*(?:Z|[+-]\d{2}:\d{2})$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  const value = timePattern.test(token.text) ? Date.parse(zoned) : Number.NaN;
  if (Number.isNaN(value))
    throw filterError(token.position, 'expected a time such as "2026-01-31" or "2026-01-31T12:00:00Z"');
  return { kind: 'time', value };
}

function readScalar(name: string, operator: FilterOperator, token: FilterToken): FilterValue {
  if (token.kind === 'number') return { kind: 'number', value: token.value };
  if (operator !== '=' && operator !== '!=')
    throw filterError(token.position, `expected a number for ${name} after ${operator}`);
  if (token.kind === 'word' && (token.text === 'true' || token.text === 'false')) {
    return { kind: 'boolean', value: token.text === 'true' };
  }
  return { kind: 'text', value: token.text };
}
