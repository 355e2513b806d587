import { ProofloadError } from '@proofload/domain';
import { z } from 'zod';
import { parsePiece } from '../stream/json-piece.ts';
import { type JsonPiece, JsonSplitter, type MemberUse } from '../stream/json-splitter.ts';
import { toMetricName } from '../stream/metric-name.ts';
import { ReportedFigures } from '../stream/reported-figures.ts';
import type { ReportedSeries } from '../stream/reported-series.ts';
import type { ResultDecoder } from '../stream/result-decoder.ts';
import {
  countLabels,
  type DataItem,
  dataItemSchema,
  percentileName,
  summaryName,
  versionSchema,
} from './perf-data.ts';

/** The figures that `SchedulingThroughput` writes without rows, pods per second. */
const throughputFigures = new Set(['perc50', 'perc90', 'perc99', 'max', 'average']);

/** Reads a summary of ClusterLoader2: percentiles and single figures over the whole test, without points in time. */
export class PerfDataDecoder implements ResultDecoder {
  readonly samples = 0;
  readonly #name: string | null;
  readonly #figures = new ReportedFigures();
  readonly #throughput: Record<string, number> = {};
  readonly #splitter = new JsonSplitter(useOf, (piece) => this.#read(piece));
  #hasRows = false;

  /** @param fileName of the summary, which does not hold its own name; null when it is not known */
  constructor(fileName: string | null) {
    this.#name = fileName === null ? null : toMetricName(summaryName(fileName)) || null;
  }

  get lines(): number {
    return this.#splitter.lines;
  }

  write(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
    this.#reportThroughput();
    if (this.reported().length > 0) return;
    const message = this.#hasRows
      ? 'expected at least one row with figures'
      : 'expected the rows of a summary of ClusterLoader2 (PerfData)';
    throw new ProofloadError('invalid', `There is nothing in this summary: ${message}`, {
      fields: [{ field: 'dataItems', message }],
    });
  }

  warnings(): string[] {
    return [];
  }

  notes(): string[] {
    return this.#name === null
      ? ['A summary does not hold its own name; the part of the upload gives its metrics one']
      : [];
  }

  reported(): ReportedSeries[] {
    return this.#figures.list();
  }

  #read(piece: JsonPiece): void {
    if (piece.key === 'version') parsePiece(piece, versionSchema, 'ClusterLoader2');
    else if (piece.key === 'dataItems' && piece.index === null) {
      // Go writes an empty list as null.
      parsePiece(piece, z.null('expected a list'), 'ClusterLoader2');
      this.#hasRows = true;
    } else if (piece.key === 'dataItems') {
      this.#hasRows = true;
      this.#report(parsePiece(piece, dataItemSchema, 'ClusterLoader2'));
    } else if (piece.key !== null) {
      this.#throughput[piece.key] = parsePiece(piece, z.number(), 'ClusterLoader2');
    }
  }

  #report({ data, unit: unitText, labels: given }: DataItem): void {
    const { Metric: own, ...others } = given ?? {};
    const metric = [this.#name, own && toMetricName(own)].filter(Boolean).join('_') || 'PerfData';
    const unit = unitText === '' ? null : unitText;
    const isCount = (name: string): boolean => Object.hasOwn(countLabels, name);
    const labels = Object.fromEntries(Object.entries(others).filter(([name]) => !isCount(name)));
    const percentiles: Record<string, number> = {};
    for (const [bucket, value] of Object.entries(data)) {
      const percentile = percentileName(bucket);
      if (percentile !== null) percentiles[percentile] = value;
      else this.#figures.addLevel({ metric: joinNames(metric, bucket), unit, labels }, value);
    }
    if (Object.keys(percentiles).length > 0)
      this.#figures.addQuantiles({ metric, unit, labels }, { percentiles });
    for (const [name, suffix] of Object.entries(countLabels)) {
      const count = Number(others[name] ?? Number.NaN);
      if (Number.isSafeInteger(count))
        this.#figures.addCount({ metric: `${metric}_${suffix}`, unit: null, labels }, count);
    }
  }

  #reportThroughput(): void {
    const { max = null, average: avg = null, ...rest } = this.#throughput;
    const percentiles = Object.entries(rest).map(([name, value]) => [percentileName(name) ?? name, value]);
    if (percentiles.length === 0 && max === null && avg === null) return;
    this.#figures.addQuantiles(
      { metric: this.#name ?? 'SchedulingThroughput', unit: 'pods/s', labels: {} },
      { max, avg, percentiles: Object.fromEntries(percentiles) },
    );
  }
}

function useOf(key: string): MemberUse {
  if (key === 'dataItems') return 'elements';
  return key === 'version' || throughputFigures.has(key) ? 'whole' : 'skip';
}

const joinNames = (metric: string, name: string): string => {
  const suffix = toMetricName(name).replace(/^_+/, '');
  return suffix === '' ? metric : `${metric}_${suffix}`;
};
