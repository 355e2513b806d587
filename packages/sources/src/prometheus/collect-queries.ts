import type { SampleSink } from '@proofload/series';
import type { Gap } from '../stream/gap.ts';
import { plainText } from '../stream/plain-text.ts';
import type { RangeAnswer } from './api-types.ts';
import { writeHistograms } from './histogram-answer.ts';
import { kindOfQuery } from './kind-of-query.ts';
import { maxPointsPerRequest, planRanges, type QueryRange } from './plan-ranges.ts';
import { type PrometheusClient, PrometheusError } from './prometheus-client.ts';

export interface CollectOptions {
  /** PromQL by the name under which its result is stored. */
  queries: Readonly<Record<string, string>>;
  stepMs: number;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

export interface CollectResult {
  samples: number;
  /** By the name of the query. */
  gaps: { query: string; gap: Gap }[];
  warnings: string[];
}

const maxAttempts = 4;
const firstDelayMs = 500;
/** A server that asks to be left alone for longer is asked again with the next piece, or at the end. */
const longestDelayMs = 60_000;
const fewestPoints = 100;
/** Different warnings that are kept; a server may send any number. */
const maxWarnings = 100;

/**
 * Asks for every query over an interval and writes the answers into a sink, as counters or gauges. What fails again and again is a
 * gap; a query that is wrong is a gap at once.
 */
export async function collectQueries(
  client: PrometheusClient,
  sink: SampleSink,
  interval: { fromMs: number; toMs: number },
  options: CollectOptions,
): Promise<CollectResult> {
  const result: CollectResult = { samples: 0, gaps: [], warnings: [] };
  for (const [name, query] of Object.entries(options.queries)) {
    await collectQuery(
      client,
      sink,
      { name, query, ...interval, maxPoints: maxPointsPerRequest },
      options,
      result,
    );
    if (options.signal.aborted) break;
  }
  return result;
}

interface Piece {
  name: string;
  query: string;
  fromMs: number;
  toMs: number;
  maxPoints: number;
}

async function collectQuery(
  client: PrometheusClient,
  sink: SampleSink,
  piece: Piece,
  options: CollectOptions,
  result: CollectResult,
): Promise<void> {
  for (const range of planRanges(piece.fromMs, piece.toMs, options.stepMs, piece.maxPoints)) {
    const { answer, attempts } = await askWithRetries(client, piece.query, range, options);
    if (options.signal.aborted) return;
    if (!(answer instanceof PrometheusError)) {
      result.samples += writeAnswer(sink, piece, answer, result);
      await sink.drain();
      continue;
    }
    if (answer.kind === 'too-much' && piece.maxPoints > fewestPoints) {
      // A server with a lower limit than Prometheus' own: what is left is asked for in smaller pieces.
      const smaller = { ...piece, fromMs: range.startMs, maxPoints: Math.floor(piece.maxPoints / 2) };
      return collectQuery(client, sink, smaller, options, result);
    }
    const isFinal = answer.kind !== 'unavailable';
    const gap = {
      fromMs: range.startMs,
      toMs: isFinal ? piece.toMs : range.endMs,
      attempts,
      reason: plainText(answer.message, 500),
    };
    result.gaps.push({ query: piece.name, gap });
    if (isFinal) return;
  }
}

async function askWithRetries(
  client: PrometheusClient,
  query: string,
  range: QueryRange,
  { stepMs, wait, signal }: CollectOptions,
): Promise<{ answer: RangeAnswer | PrometheusError; attempts: number }> {
  for (let attempts = 1; ; attempts++) {
    let delayMs = firstDelayMs * 2 ** (attempts - 1);
    try {
      return { answer: await client.queryRange(query, range, stepMs, signal), attempts };
    } catch (error) {
      if (!(error instanceof PrometheusError)) throw error;
      delayMs = Math.max(delayMs, error.retryAfterMs ?? 0);
      const isOver = attempts === maxAttempts || delayMs > longestDelayMs || signal.aborted;
      if (error.kind !== 'unavailable' || isOver) return { answer: error, attempts };
    }
    await wait(delayMs, signal);
  }
}

function writeAnswer(
  sink: SampleSink,
  { name, query }: Piece,
  answer: RangeAnswer,
  result: CollectResult,
): number {
  const kind = kindOfQuery(query);
  let samples = 0;
  for (const warning of answer.warnings ?? []) addOnce(result.warnings, `${name}: ${warning}`);
  if (answer.isPartial === true) addOnce(result.warnings, `${name}: a part of the cluster did not answer`);
  for (const { metric, values, histograms } of answer.data.result) {
    const { __name__: _, ...labels } = metric;
    if (histograms !== undefined) {
      const written = writeHistograms(sink, { name, query, labels }, histograms);
      samples += written.samples;
      if (written.warning !== null) addOnce(result.warnings, `${name}: ${written.warning}`);
    }
    if (values.length === 0) continue;
    const ref = sink.series({ metric: name, kind, unit: null, labels });
    for (const [seconds, text] of values) {
      const value = readValue(text);
      // No value at this time: 0/0, or a stale series.
      if (Number.isNaN(value)) continue;
      sink.add(ref, Math.round(seconds * 1000), value);
      samples += 1;
    }
  }
  return samples;
}

function readValue(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  if (text === '-Inf') return Number.NEGATIVE_INFINITY;
  // The language takes an empty text for zero.
  return text.trim() === '' ? Number.NaN : Number(text);
}

function addOnce(warnings: string[], warning: string): void {
  const plain = plainText(warning, 500);
  if (warnings.length < maxWarnings && !warnings.includes(plain)) warnings.push(plain);
}
