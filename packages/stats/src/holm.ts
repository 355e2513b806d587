/**
 * P-values adjusted so that the chance of any false alarm among all of them stays below the level that they are held
 * against, however they depend on one another. In the order given.
 * Source: Holm, Scandinavian Journal of Statistics 6 (1979).
 */
export function adjustHolm(probabilities: readonly number[]): number[] {
  const order = rank(probabilities);
  const adjusted = probabilities.map(() => 1);
  let least = 0;
  for (const [place, index] of order.entries()) {
    least = Math.max(least, Math.min(1, (probabilities[index] ?? 1) * (order.length - place)));
    adjusted[index] = least;
  }
  return adjusted;
}

/** Indexes from the least value to the greatest. */
export function rank(values: readonly number[]): number[] {
  return values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
}
