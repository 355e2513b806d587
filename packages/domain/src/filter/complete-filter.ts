import { runOutcomes, runStatuses, verdicts } from '../run/state.ts';
import { filterFieldNames, readField } from './filter-field.ts';
import type { FilterField } from './filter-node.ts';
import { type FilterToken, splitFilter } from './filter-tokens.ts';

/** A parameter, measurement or label that runs have, with the texts that it had. */
export interface KnownField {
  kind: 'param' | 'measurement' | 'label';
  name: string;
  values: readonly string[];
}

export interface Completion {
  /** What stands in the filter when it is taken. */
  text: string;
  /** What it is, in a word. */
  kind: string;
}

export interface Completions {
  /** The part of the filter that a completion takes the place of: from the character at `from` up to that at `to`. */
  from: number;
  to: number;
  options: Completion[];
}

const maxOptions = 12;
const unfinishedWord = /[A-Za-z_][A-Za-z0-9_.:/-]*$/;
const unfinishedText = /(["'])(?:[^"'\\]|\\.)*$/;

/**
 * What may come at a place of a filter that is being written: fields, operators, values of the field, or how it goes on.
 * Nothing where the text before that place is none of a filter.
 * @param caret characters before the place
 */
export function completeFilter(source: string, caret: number, known: readonly KnownField[]): Completions {
  const before = source.slice(0, caret);
  const started = startedText(before) ?? unfinishedWord.exec(before)?.[0] ?? '';
  const from = caret - started.length;
  const rest = started === '' ? '' : (/^[A-Za-z0-9_.:/-]*["']?/.exec(source.slice(caret))?.[0] ?? '');
  const to = caret + rest.length;
  const expected = readExpected(before.slice(0, from));
  if (expected === null) return { from, to, options: [] };
  const wanted = started.replace(/^["']/, '').toLowerCase();
  const fits = listOptions(expected, known).filter(({ text }) => {
    const plain = text.replace(/^"/, '').toLowerCase();
    return plain.includes(wanted) && text !== started;
  });
  const rank = ({ text }: Completion): number =>
    Number(!text.replace(/^"/, '').toLowerCase().startsWith(wanted));
  return { from, to, options: fits.sort((a, b) => rank(a) - rank(b)).slice(0, maxOptions) };
}

/** A text whose closing quote is still to come. */
function startedText(before: string): string | null {
  const found = unfinishedText.exec(before);
  if (found === null) return null;
  const quotes = before.slice(0, found.index).split(found[1] ?? '"').length - 1;
  return quotes % 2 === 0 ? found[0] : null;
}

type Expected =
  | { kind: 'field' }
  | { kind: 'operator'; field: FilterField }
  | { kind: 'value'; field: FilterField; isList: boolean }
  | { kind: 'more'; field: FilterField; isList: boolean };

/** What a filter expects after its beginning; null when that is not the beginning of one. */
function readExpected(source: string): Expected | null {
  const tokens = tokensOf(source);
  if (tokens === null) return null;
  let state: Expected | null = { kind: 'field' };
  for (const token of tokens) {
    if (state === null || token.kind === 'end') break;
    state = follow(state, token);
  }
  return state;
}

function follow(state: Expected, token: FilterToken): Expected | null {
  const word = token.kind === 'word' ? token.text.toLowerCase() : token.text;
  switch (state.kind) {
    case 'field': {
      if (word === 'not' || word === '(') return state;
      const field = fieldOf(token);
      return field && { kind: 'operator', field };
    }
    case 'operator':
      if (word === 'not') return state;
      if (word !== 'in' && token.kind !== 'operator') return null;
      return { kind: 'value', field: state.field, isList: word === 'in' };
    case 'value':
      return state.isList && word === '(' ? state : { ...state, kind: 'more' };
    case 'more':
      return followValue(state, word);
  }
}

function followValue(state: Expected & { kind: 'more' }, word: string): Expected | null {
  if (state.isList && word === ',') return { ...state, kind: 'value' };
  if (word === ')') return { ...state, isList: false };
  return word === 'and' || word === 'or' ? { kind: 'field' } : null;
}

function tokensOf(source: string): FilterToken[] | null {
  try {
    return splitFilter(source);
  } catch {
    // What is being written need not be a filter yet; nothing can be proposed then.
    return null;
  }
}

function fieldOf(token: FilterToken): FilterField | null {
  try {
    return readField(token);
  } catch {
    // As above: `label.` is no field until its name is there.
    return null;
  }
}

function listOptions(expected: Expected, known: readonly KnownField[]): Completion[] {
  switch (expected.kind) {
    case 'field':
      return listFields(known);
    case 'operator':
      return operatorsOf(expected.field).map((text) => ({ text, kind: 'operator' }));
    case 'value':
      return listValues(expected.field, known);
    case 'more':
      return ['and', 'or'].map((text) => ({ text, kind: 'and more' }));
  }
}

function listFields(known: readonly KnownField[]): Completion[] {
  const names = new Map<string, number>();
  for (const { kind, name } of known) if (kind !== 'label') names.set(name, (names.get(name) ?? 0) + 1);
  const own = known.map(({ kind, name }): Completion => {
    const isPlain = kind !== 'label' && names.get(name) === 1 && !filterFieldNames.includes(name);
    return { text: isPlain ? name : `${kind}.${name}`, kind: kind === 'param' ? 'parameter' : kind };
  });
  return [...own, ...filterFieldNames.map((text) => ({ text, kind: 'field' }))];
}

function operatorsOf(field: FilterField): string[] {
  if (field.kind === 'flag') return ['=', '!='];
  if (field.kind === 'enum') return ['=', '!=', 'in', 'not in'];
  if (field.kind === 'text' || field.kind === 'label') return ['=', '!=', '~', 'in', 'not in'];
  return ['=', '!=', '<', '<=', '>', '>=', 'in', 'not in'];
}

function listValues(field: FilterField, known: readonly KnownField[]): Completion[] {
  const words = (values: readonly string[]) => values.map((text) => ({ text, kind: 'value' }));
  if (field.kind === 'flag') return words(['true', 'false']);
  if (field.kind === 'enum') {
    return words({ status: runStatuses, outcome: runOutcomes, verdict: verdicts }[field.name]);
  }
  const kinds = field.kind === 'plain' ? ['param', 'measurement'] : [field.kind];
  const values = known
    .filter(({ kind, name }) => kinds.includes(kind) && name === field.name)
    .flatMap(({ values }) => values);
  return words(values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`));
}
