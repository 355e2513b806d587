import { invalidLine } from '../stream/invalid-line.ts';
import { toMetricName } from '../stream/metric-name.ts';
import { plainText } from '../stream/plain-text.ts';
import type { CsvOptions } from './csv-options.ts';

/** A column that is read. */
interface Column {
  place: number;
  /** As measurements and labels name it. */
  name: string;
  /** From the header: `latency [ms]`. */
  unit: string | null;
}

interface Common {
  /** Fields of every record. */
  fields: number;
  time: Column;
  notes: string[];
}

/** A record is one value of one metric. */
export interface LongHeader extends Common {
  form: 'long';
  metric: number;
  value: number;
  labels: Column[];
  /** Places of columns that say more of the metric; -1 without one. */
  kind: number;
  unit: number;
  /** Labels as a JSON object, as Proofload exports them. */
  labelsJson: number;
  /** Which figure of a second a value is, as Proofload exports it. */
  field: number;
}

/** A record has a value of each metric at one time. Which columns are metrics and which are labels, their values tell. */
export interface WideHeader extends Common {
  form: 'wide';
  columns: (Column & { isLabel: boolean })[];
}

export type CsvHeader = LongHeader | WideHeader;

const maxColumns = 5_000;
const maxNameLength = 256;
/** Header of Proofload's own export. */
const exported = ['metric', 'labels', 'kind', 'unit', 'origin', 'time', 'field', 'value'];

/** Throws `invalid` naming the line and the column. */
export function readCsvHeader(names: readonly string[], options: CsvOptions, line: number): CsvHeader {
  if (names.length > maxColumns) throw invalidLine(line, `expected at most ${maxColumns} columns`);
  const notes: string[] = [];
  const columns = names.flatMap((text, place) => {
    // Data frames write their index without a name.
    if (text.trim() === '') notes.push(`Column ${place + 1} has no name and was left out`);
    return text.trim() === '' ? [] : [readColumn(text, place, line)];
  });
  const byName = new Map<string, Column>();
  for (const column of columns) {
    const other = byName.get(column.name);
    if (other)
      throw invalidLine(
        line,
        `expected different names, columns ${other.place + 1} and ${column.place + 1} are both ${column.name}`,
      );
    byName.set(column.name, column);
  }
  const time = findTime(columns, options.time, line);
  for (const label of options.labels ?? []) {
    if (!columns.some(({ name }) => name === toMetricName(label)))
      throw invalidLine(line, `expected the column ${plainText(label, 100)}, which was asked for as a label`);
  }
  const rest = columns.filter((column) => column !== time);
  const common = { fields: names.length, time, notes };
  const isExport = exported.every((name) => byName.has(name)) && names.length === exported.length;
  return toLong(rest, common, isExport) ?? toWide(rest, common, options, line);
}

function readColumn(text: string, place: number, line: number): Column {
  const [, title = text, unit = null] = /^(.*\S)\s*[[(]([^[\]()]{1,40})[\])]$/s.exec(text.trim()) ?? [];
  const name = toMetricName(title);
  if (name === '' || name.length > maxNameLength)
    throw invalidLine(
      line,
      `expected a name of 1 to ${maxNameLength} letters and digits in column ${place + 1}`,
    );
  // Greek mu and the sign for micro look the same.
  return {
    place,
    name,
    unit: unit === null ? null : plainText(unit.trim().replaceAll('μ', 'µ'), 40) || null,
  };
}

function findTime(columns: readonly Column[], wanted: string | undefined, line: number): Column {
  const found = findColumns(columns, wanted === undefined ? ['time', 'timestamp'] : [toMetricName(wanted)]);
  if (found !== undefined) return found;
  const have = plainText(columns.map(({ name }) => name).join(', '), 200);
  const expected =
    wanted === undefined
      ? 'expected a column with the time of each record: time, timestamp or the one that the parameter time names'
      : `expected the column ${plainText(wanted, 100)}, which was asked for as the time`;
  throw invalidLine(line, `${expected}; found ${have || 'none'}`);
}

function findColumns(columns: readonly Column[], names: readonly string[]): Column | undefined {
  for (const name of names) {
    const found =
      columns.find((column) => column.name === name) ??
      columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}

function toLong(columns: readonly Column[], common: Common, isExport: boolean): LongHeader | null {
  const metric = findColumns(columns, ['metric']);
  const value = findColumns(columns, ['value']);
  if (!metric || !value) return null;
  const find = (name: string): number => findColumns(columns, [name])?.place ?? -1;
  const places = { kind: find('kind'), unit: find('unit'), labelsJson: find('labels') };
  const field = isExport ? find('field') : -1;
  const taken = new Set([metric.place, value.place, places.kind, places.unit, places.labelsJson, field]);
  // Where Proofload had the data from is not what they are.
  if (isExport) taken.add(find('origin'));
  return {
    ...common,
    form: 'long',
    metric: metric.place,
    value: value.place,
    labels: columns.filter(({ place }) => !taken.has(place)),
    ...places,
    field,
  };
}

function toWide(columns: readonly Column[], common: Common, options: CsvOptions, line: number): WideHeader {
  const labels = new Set((options.labels ?? []).map(toMetricName));
  const wide = columns.map((column) => ({ ...column, isLabel: labels.has(column.name) }));
  if (wide.every(({ isLabel }) => isLabel))
    throw invalidLine(line, 'expected at least one column with values beside the time');
  return { ...common, form: 'wide', columns: wide };
}
