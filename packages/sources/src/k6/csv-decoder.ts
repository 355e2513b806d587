import type { SampleSink } from '@proofload/series';
import { CsvRecords } from '../stream/csv-records.ts';
import { invalidLine } from '../stream/invalid-line.ts';
import { Rfc3339Reader } from '../stream/rfc3339.ts';
import { readCsvTime } from './csv-time.ts';
import type { K6Decoder } from './k6-decoder.ts';
import { MetricCatalog } from './metric-catalog.ts';

const requiredColumns = ['metric_name', 'timestamp', 'metric_value'] as const;
/** Columns that are not tags. `metadata` differs from sample to sample. */
const otherColumns = new Set<string>([...requiredColumns, 'extra_tags', 'metadata']);
const numberPattern = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

interface Columns {
  names: readonly string[];
  metric: number;
  time: number;
  value: number;
  /** Places of the columns that make the tags. */
  tags: readonly number[];
  extra: number;
}

/** Reads k6's CSV by its header, whatever tags it was told to write and in whatever format the times are. */
export class CsvDecoder implements K6Decoder {
  samples = 0;
  readonly #records = new CsvRecords((fields, line) => {
    if (this.#columns === null) this.#columns = readHeader(fields, line);
    else this.#readRecord(fields, this.#columns, line);
  });
  readonly #times = new Rfc3339Reader();
  readonly #catalog: MetricCatalog;
  readonly #sink: SampleSink;
  #columns: Columns | null = null;

  constructor(sink: SampleSink) {
    this.#sink = sink;
    this.#catalog = new MetricCatalog(sink);
  }

  get lines(): number {
    return this.#records.lines;
  }

  write(chunk: Uint8Array): void {
    this.#records.push(chunk);
  }

  end(): void {
    this.#records.end();
  }

  warnings(): string[] {
    return this.#catalog.warnings();
  }

  #readRecord(fields: readonly string[], columns: Columns, line: number): void {
    if (fields.length !== columns.names.length) {
      throw invalidLine(line, `expected ${columns.names.length} fields, found ${fields.length}`);
    }
    const name = fields[columns.metric] ?? '';
    if (name === '') throw invalidLine(line, 'expected a name in metric_name');
    const timeMs = readCsvTime(fields[columns.time] ?? '', this.#times);
    if (Number.isNaN(timeMs)) throw invalidLine(line, 'expected a unix or RFC 3339 time in timestamp');
    const number = fields[columns.value] ?? '';
    if (!numberPattern.test(number)) throw invalidLine(line, 'expected a number in metric_value');
    const slot = this.#catalog.find(name);
    const text = [...columns.tags, columns.extra].map((place) => fields[place] ?? '').join('\0');
    const ref = slot.byTags.get(text) ?? this.#catalog.open(slot, text, readTags(fields, columns));
    this.#sink.add(ref, timeMs, Number(number));
    this.samples += 1;
  }
}

function readHeader(names: readonly string[], line: number): Columns {
  const missing = requiredColumns.find((name) => !names.includes(name));
  if (missing !== undefined) throw invalidLine(line, `expected a header with the column ${missing}`);
  return {
    names,
    metric: names.indexOf('metric_name'),
    time: names.indexOf('timestamp'),
    value: names.indexOf('metric_value'),
    tags: names.flatMap((name, place) => (otherColumns.has(name) ? [] : [place])),
    extra: names.indexOf('extra_tags'),
  };
}

function readTags(fields: readonly string[], columns: Columns): Record<string, string> {
  const named = columns.tags.map((place) => [columns.names[place] ?? '', fields[place] ?? ''] as const);
  return { ...readExtraTags(fields[columns.extra] ?? ''), ...Object.fromEntries(named) };
}

/** `k=v&k=v`, which k6 does not escape: a piece without `=` belongs to the value before it. */
function readExtraTags(text: string): Record<string, string> {
  const tags: [string, string][] = [];
  for (const piece of text === '' ? [] : text.split('&')) {
    const equals = piece.indexOf('=');
    const last = tags.at(-1);
    if (equals > 0) tags.push([piece.slice(0, equals), piece.slice(equals + 1)]);
    else if (last) last[1] += `&${piece}`;
  }
  return Object.fromEntries(tags);
}
