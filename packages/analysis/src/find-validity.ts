import type { ValidityFinding } from '@proofload/contracts';
import { formatDurationMs, formatNumber } from '@proofload/domain';

interface Span {
  fromMs: number;
  toMs: number;
}

export interface ValidityInput {
  /** When the load ran; null where that is not known. */
  load: Span | null;
  /** First and last observation of each source that was asked again and again, by its name. */
  watched: Readonly<Record<string, readonly Span[]>>;
  /** Stretches without an answer, by source. */
  gaps: readonly (Span & { source: string })[];
  /** Iterations that the load generator could not start in time. */
  droppedIterations: number;
  /** The most that a load generator used of its processors, as a share; null where nothing was measured. */
  generatorShare: number | null;
}

/** A source that missed less than this share of the load, or than this long, still tells of the run. */
const mostMissed = 0.1;
const mostMissedMs = 60_000;
const mostGenerator = 0.9;

/** What limits how far a run can be believed: the generator, and how much of the load its sources saw. */
export function findValidity(input: ValidityInput): ValidityFinding[] {
  return [...judgeGenerator(input), ...judgeGaps(input), ...judgeCoverage(input)];
}

function judgeGenerator({ droppedIterations, generatorShare }: ValidityInput): ValidityFinding[] {
  const found: ValidityFinding[] = [];
  if (droppedIterations > 0)
    found.push({
      kind: 'dropped-iterations',
      limits: true,
      message: `the load generator could not start ${formatNumber(droppedIterations, 6)} iterations in time, so that the load was smaller than asked for`,
    });
  if (generatorShare !== null && generatorShare >= mostGenerator)
    found.push({
      kind: 'generator',
      limits: true,
      message: `the load generator used up to ${formatNumber(generatorShare * 100)} % of its processors`,
    });
  return found;
}

function judgeGaps({ load, gaps }: ValidityInput): ValidityFinding[] {
  const bySource = Map.groupBy(gaps, ({ source }) => source);
  return [...bySource].map(([source, own]): ValidityFinding => {
    const within = own.map((gap) => (load === null ? gap : clip(gap, load)));
    const missedMs = within.reduce((sum, { fromMs, toMs }) => sum + Math.max(0, toMs - fromMs), 0);
    const count = own.length === 1 ? 'one gap' : `${own.length} gaps`;
    const of = load === null ? '' : ` of ${formatDurationMs(load.toMs - load.fromMs)} of load`;
    const length = missedMs === 0 ? 'a scrape at a time' : `${formatDurationMs(missedMs)}${of}`;
    return {
      kind: 'gap',
      limits: load !== null && isMuch(missedMs, load),
      message: `${source} has ${count}: ${length}`,
    };
  });
}

function judgeCoverage({ load, watched }: ValidityInput): ValidityFinding[] {
  if (load === null) return [];
  const lengthMs = load.toMs - load.fromMs;
  return Object.entries(watched).flatMap(([source, spans]): ValidityFinding[] => {
    const seenMs = spans
      .map((span) => clip(span, load))
      .reduce((sum, { fromMs, toMs }) => sum + Math.max(0, toMs - fromMs), 0);
    if (!isMuch(lengthMs - seenMs, load)) return [];
    const share = formatNumber((seenMs / lengthMs) * 100, 2);
    return [{ kind: 'coverage', limits: true, message: `${source} covers ${share} % of the load` }];
  });
}

const isMuch = (missedMs: number, load: Span): boolean =>
  missedMs > mostMissedMs && missedMs > mostMissed * (load.toMs - load.fromMs);

const clip = ({ fromMs, toMs }: Span, load: Span): Span => ({
  fromMs: Math.max(fromMs, load.fromMs),
  toMs: Math.min(toMs, load.toMs),
});
