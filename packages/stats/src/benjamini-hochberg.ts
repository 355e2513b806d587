import { rank } from './holm.ts';

/**
 * P-values adjusted so that among those below a level the expected share of false alarms stays below it, when they are
 * independent or depend positively. For looking over many measurements; a verdict takes Holm's. In the order given.
 * Source: Benjamini and Hochberg, Journal of the Royal Statistical Society B 57 (1995).
 */
export function adjustBenjaminiHochberg(probabilities: readonly number[]): number[] {
  const order = rank(probabilities);
  const adjusted = probabilities.map(() => 1);
  let most = 1;
  for (let place = order.length - 1; place >= 0; place--) {
    const index = order[place] ?? 0;
    most = Math.min(most, ((probabilities[index] ?? 1) * order.length) / (place + 1));
    adjusted[index] = most;
  }
  return adjusted;
}
