export interface Option {
  value: string;
  /** As it is shown. */
  text: string;
}

export interface Narrowed {
  options: readonly Option[];
  /** How many there are besides. */
  omitted: number;
}

/**
 * The first options that have all words of a search, and the chosen one whatever is searched.
 * @param most that are listed besides the chosen one
 */
export function narrowOptions(
  all: readonly Option[],
  { search, chosen, most }: { search: string; chosen: string; most: number },
): Narrowed {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = all.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  const listed = new Set(matching.slice(0, most));
  const own = all.find(({ value }) => value === chosen);
  return {
    options: all.filter((option) => listed.has(option) || option === own),
    omitted: matching.length - listed.size - (own && matching.includes(own) && !listed.has(own) ? 1 : 0),
  };
}
