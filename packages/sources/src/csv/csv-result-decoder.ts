import { type SampleSink, type SeriesKind, type SeriesRef, seriesKinds } from '@proofload/series';
import { CsvRecords } from '../stream/csv-records.ts';
import { invalidLine } from '../stream/invalid-line.ts';
import { toMetricName } from '../stream/metric-name.ts';
import { plainText } from '../stream/plain-text.ts';
import type { ReportedSeries } from '../stream/reported-series.ts';
import type { ResultDecoder } from '../stream/result-decoder.ts';
import { SeriesMemory } from '../stream/series-memory.ts';
import { chooseDelimiter } from './choose-delimiter.ts';
import { type CsvHeader, type LongHeader, readCsvHeader, type WideHeader } from './csv-header.ts';
import type { CsvOptions } from './csv-options.ts';
import { readExportedField } from './exported-field.ts';
import { MetricSlots } from './metric-slots.ts';
import { looksNumeric, readCell } from './read-cell.ts';
import { readLabelsJson } from './read-labels-json.ts';
import { TimeColumn } from './time-column.ts';

const maxNameLength = 256;

/** Reads CSV with a header, a record for each value or one for each time. */
export class CsvResultDecoder implements ResultDecoder {
  samples = 0;
  readonly #options: CsvOptions;
  readonly #sink: SampleSink;
  readonly #slots = new MetricSlots();
  /** Of the long form, by metric and labels. */
  readonly #series = new SeriesMemory<SeriesRef>();
  /** Of the wide form, by labels: the series of each column. */
  readonly #rows = new SeriesMemory<Map<number, SeriesRef>>();
  readonly #records = new CsvRecords(
    (fields, line) => this.#readRecord(fields, line),
    (header) => chooseDelimiter(header),
  );
  #header: CsvHeader | null = null;
  #times: TimeColumn | null = null;
  /** Of the wide form, by place: whether the column holds numbers; null until a value tells. */
  readonly #isNumeric = new Map<number, boolean>();
  #hasTrends = false;

  constructor(sink: SampleSink, options: CsvOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  get lines(): number {
    return this.#records.lines;
  }

  write(chunk: Uint8Array): void {
    this.#records.push(chunk);
  }

  end(): void {
    this.#records.end();
    if (this.#header === null) throw invalidLine(1, 'expected a header');
    if (this.samples === 0)
      throw invalidLine(Math.max(1, this.lines), 'expected at least one record with a value');
  }

  warnings(): string[] {
    return [];
  }

  notes(): string[] {
    const trends =
      'Trends came back as figures of each second; percentiles over more than that cannot be made of them';
    const time = this.#times?.describe();
    return [...(this.#header?.notes ?? []), ...(time ? [time] : []), ...(this.#hasTrends ? [trends] : [])];
  }

  reported(): ReportedSeries[] {
    return [];
  }

  #readRecord(fields: readonly string[], line: number): void {
    if (this.#header === null || this.#times === null) {
      this.#header = readCsvHeader(fields, this.#options, line);
      this.#times = new TimeColumn(this.#header.time.name, this.#header.time.unit);
      return;
    }
    if (fields.length !== this.#header.fields)
      throw invalidLine(line, `expected ${this.#header.fields} fields, found ${fields.length}`);
    const timeMs = this.#times.read(fields[this.#header.time.place] ?? '', line);
    if (this.#header.form === 'long') this.#readLong(fields, this.#header, timeMs, line);
    else this.#readWide(fields, this.#header, timeMs, line);
  }

  #readLong(fields: readonly string[], header: LongHeader, timeMs: number, line: number): void {
    const value = this.#readValue(fields[header.value] ?? '', 'value', line);
    if (value === null) return;
    const metric = this.#readMetric(fields, header, line);
    if (metric === null) return;
    const { name, kind, unit } = metric;
    const declared = this.#slots.declare(name, kind, unit);
    if (declared.kind !== kind)
      throw invalidLine(
        line,
        `expected ${declared.kind} for ${plainText(name, 100)} as before, found ${kind}`,
      );
    const json = header.labelsJson === -1 ? '' : (fields[header.labelsJson] ?? '');
    const key = [...header.labels.map(({ place }) => fields[place] ?? ''), json].join('\0');
    const ref = this.#series.find(`${name}\0${key}`, () =>
      this.#sink.series({
        metric: name,
        ...declared,
        labels: {
          ...pairUp(header.labels.flatMap((column) => [column.name, fields[column.place] ?? ''])),
          ...readLabelsJson(json, line),
        },
      }),
    );
    this.#add(ref, timeMs, value);
  }

  /** Null for a figure that another one tells. */
  #readMetric(
    fields: readonly string[],
    { metric, kind: kindPlace, unit: unitPlace, field: fieldPlace }: LongHeader,
    line: number,
  ): { name: string; kind: SeriesKind; unit: string | null } | null {
    const name = toMetricName(fields[metric] ?? '');
    if (name === '' || name.length > maxNameLength)
      throw invalidLine(line, `expected a name of 1 to ${maxNameLength} letters and digits in metric`);
    const kind = this.#readKind(kindPlace === -1 ? '' : (fields[kindPlace] ?? ''), line);
    const unit = (unitPlace === -1 ? '' : (fields[unitPlace] ?? '')).trim() || null;
    if (fieldPlace === -1) return { name, kind, unit: unit && plainText(unit, 40) };
    const field = fields[fieldPlace] ?? '';
    const figure = readExportedField(kind, field);
    if (figure === undefined)
      throw invalidLine(
        line,
        `expected a figure of a ${kind} in field, found ${plainText(field, 50) || 'nothing'}`,
      );
    if (figure === null) return null;
    this.#hasTrends ||= kind === 'distribution';
    return {
      name: `${name}${figure.suffix}`,
      kind: figure.kind,
      unit: figure.hasUnit && unit !== null ? plainText(unit, 40) : null,
    };
  }

  #readKind(text: string, line: number): SeriesKind {
    const word = text.trim();
    if (word === '') return this.#options.kind ?? 'gauge';
    const kind = seriesKinds.find((one) => one === word);
    if (kind !== undefined) return kind;
    throw invalidLine(line, `expected ${seriesKinds.join(', ')} in kind, found ${plainText(word, 50)}`);
  }

  #readWide(fields: readonly string[], { columns }: WideHeader, timeMs: number, line: number): void {
    const labels: string[] = [];
    for (const { place, isLabel, name } of columns) {
      const text = fields[place] ?? '';
      if (isLabel || !this.#holdsNumbers(place, text)) labels.push(name, text.trim());
    }
    const row = this.#rows.find(labels.join('\0'), () => new Map(), columns.length);
    for (const { place, isLabel, name, unit } of columns) {
      if (isLabel || this.#isNumeric.get(place) !== true) continue;
      const value = this.#readValue(fields[place] ?? '', name, line);
      if (value === null) continue;
      this.#add(row.get(place) ?? this.#openColumn(row, place, { name, unit, labels }), timeMs, value);
    }
  }

  #openColumn(
    row: Map<number, SeriesRef>,
    place: number,
    { name, unit, labels }: { name: string; unit: string | null; labels: readonly string[] },
  ): SeriesRef {
    const declared = this.#slots.declare(name, this.#options.kind ?? 'gauge', unit);
    const ref = this.#sink.series({ metric: name, ...declared, labels: pairUp(labels) });
    row.set(place, ref);
    return ref;
  }

  /** Decided by the first value of the column; one without any holds labels, which are empty. */
  #holdsNumbers(place: number, text: string): boolean {
    const known = this.#isNumeric.get(place);
    if (known !== undefined) return known;
    const isNumeric = looksNumeric(text);
    if (isNumeric !== null) this.#isNumeric.set(place, isNumeric);
    return isNumeric ?? false;
  }

  #readValue(text: string, column: string, line: number): number | null {
    const value = readCell(text);
    if (value === null || typeof value === 'number') return value;
    throw invalidLine(line, `${value.expected} in ${column}, found ${plainText(text.trim(), 50)}`);
  }

  #add(ref: number, timeMs: number, value: number): void {
    this.#sink.add(ref, timeMs, value);
    this.samples += 1;
  }
}

function pairUp(names: readonly string[]): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (let at = 0; at + 1 < names.length; at += 2) {
    const value = names[at + 1] ?? '';
    if (value !== '')
      Object.defineProperty(pairs, names[at] ?? '', { value, enumerable: true, writable: true });
  }
  return pairs;
}
