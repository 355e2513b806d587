/** Characters of keys that are remembered before the memory of them is cleared. */
const maxRemembered = 32 * 1024 ** 2;
/** What an entry takes besides its characters. */
const perEntry = 100;

/**
 * Series that were opened before, by a text that stands for their labels. Bounded: what is forgotten is opened again.
 * @typeParam T a series, or those of one record
 */
export class SeriesMemory<T> {
  readonly #known = new Map<string, T>();
  #remembered = 0;

  /** @param size entries that a new one counts as */
  find(key: string, open: () => T, size = 1): T {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const opened = open();
    const cost = key.length + perEntry * size;
    this.#remembered += cost;
    if (this.#remembered > maxRemembered) {
      this.#known.clear();
      this.#remembered = cost;
    }
    this.#known.set(key, opened);
    return opened;
  }
}
