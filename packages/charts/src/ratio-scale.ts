import { formatRatio } from '@proofload/domain';

const steps = [1, 1.1, 1.2, 1.5, 2, 3, 4, 5, 8, 10, 20, 50, 100, 200, 500, 1000, 10_000];
const candidates = [
  ...steps
    .slice(1)
    .map((step) => 1 / step)
    .reverse(),
  ...steps,
];

/** An axis of multiples on which half and double lie equally far from 1x. Places are log2 of the ratio. */
export interface RatioScale {
  min: number;
  max: number;
  /** Places of the ticks. */
  ticks: number[];
  label(place: number): string;
}

/**
 * Fits an axis around ratios, always with 1x and never narrower than 0.8x to 1.25x, so that small differences look small.
 * @param ratios positive; others are ignored
 */
export function fitRatioScale(ratios: readonly number[], maxTicks = 7): RatioScale {
  const places = ratios.filter((ratio) => ratio > 0 && Number.isFinite(ratio)).map(Math.log2);
  const low = Math.min(Math.log2(0.8), ...places);
  const high = Math.max(Math.log2(1.25), ...places);
  const margin = (high - low) * 0.06;
  const [min, max] = [low - margin, high + margin];
  const inside = candidates.map(Math.log2).filter((place) => place >= min && place <= max);
  return {
    min,
    max,
    ticks: thin(inside, maxTicks, (max - min) / (maxTicks + 2)),
    label: (place) => formatRatio(round(2 ** place)),
  };
}

/** Keeps 1x and whatever is far enough from what is kept, those of round numbers first. */
function thin(places: readonly number[], limit: number, distance: number): number[] {
  const order = [...places].sort((a, b) => rank(a) - rank(b));
  const kept: number[] = [];
  for (const place of order) {
    if (kept.length < limit && kept.every((other) => Math.abs(other - place) >= distance)) kept.push(place);
  }
  return kept.sort((a, b) => a - b);
}

function rank(place: number): number {
  const size = Math.abs(place);
  if (size < 1e-9) return 0;
  const step = round(2 ** size);
  if ([2, 4, 10, 100, 1000].includes(step)) return 1;
  return [1.5, 5, 20, 50].includes(step) ? 2 : 3;
}

const round = (value: number): number => Number(value.toPrecision(6));
