import {
  type EvaluatingPart,
  formatDurationMs,
  type WindowDefinition,
  type WindowEdge,
} from '@proofload/domain';

/** What measures a run. */
export type MeasuringPart = Pick<EvaluatingPart, 'windows' | 'measurements'>;

/** Longer conditions are cut: a sentence has to be read. */
const maxCondition = 80;

/**
 * A text that is equal for two definitions exactly when they measure the same under a name: unit and better side take
 * no part, since values are converted. Null when there is no such measurement.
 */
export function measurementKey(name: string, { measurements, windows }: MeasuringPart): string | null {
  const measurement = Object.hasOwn(measurements, name) ? measurements[name] : undefined;
  if (measurement === undefined) return null;
  const { of, over, balance } = measurement;
  const window = of.kind === 'duration' ? of.window : over;
  const source = of.kind === 'metric' ? [of.metric, of.selector, of.aggregate] : [];
  const edges = window === null || !Object.hasOwn(windows, window) ? null : windows[window];
  return JSON.stringify([of.kind, ...source, balance, edges && [edgeKey(edges.start), edgeKey(edges.end)]]);
}

const edgeKey = (edge: WindowEdge) =>
  edge.kind === 'condition' ? [edge.expression] : [edge.phase, edge.from, edge.offsetMs];

/** What a definition measures under a name, for people. Null when there is no such measurement. */
export function sayMeasurement(name: string, { measurements, windows }: MeasuringPart): string | null {
  const measurement = Object.hasOwn(measurements, name) ? measurements[name] : undefined;
  if (measurement === undefined) return null;
  const { of, over, balance } = measurement;
  if (of.kind === 'duration') return `the length of ${sayWindow(of.window, windows)}`;
  if (of.kind === 'reported') return 'what was reported';
  const value = `${of.aggregate}(${of.metric}${of.selector})${balance === null ? '' : `, balance over ${balance}`}`;
  return `${value} over ${over === null ? 'the whole run' : sayWindow(over, windows)}`;
}

function sayWindow(name: string, windows: MeasuringPart['windows']): string {
  const window = Object.hasOwn(windows, name) ? windows[name] : undefined;
  return window === undefined ? name : `${name} [${sayEdges(window)}]`;
}

function sayEdges({ start, end }: WindowDefinition): string {
  return `${sayEdge(start)} to ${sayEdge(end)}`;
}

function sayEdge(edge: WindowEdge): string {
  if (edge.kind === 'condition') {
    const { expression } = edge;
    return expression.length <= maxCondition ? expression : `${expression.slice(0, maxCondition)}…`;
  }
  const place = `${edge.from} of ${edge.phase}`;
  if (edge.offsetMs === 0) return place;
  return `${place} ${edge.offsetMs > 0 ? '+' : '−'} ${formatDurationMs(Math.abs(edge.offsetMs))}`;
}
