/** Single series that may be drawn at once: more lines than that are not told apart. */
export const maxChosenSeries = 20;

/** Adds a series to what is chosen or takes it out; one too many changes nothing. */
export function toggleSeries(chosen: readonly number[], id: number): readonly number[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id);
  return chosen.length < maxChosenSeries ? [...chosen, id] : chosen;
}

/** Ids of an address, each once and no more than may be drawn; addresses are written by people too. */
export function boundChoice(ids: readonly number[] | null): number[] {
  return [...new Set(ids ?? [])].filter((id) => id >= 0).slice(0, maxChosenSeries);
}
