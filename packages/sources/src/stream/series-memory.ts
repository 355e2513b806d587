import type { SeriesRef } from '@proofload/series';

/** Characters of keys that are remembered before the memory of them is cleared. */
const maxRemembered = 32 * 1024 ** 2;
/** What an entry takes besides its characters. */
const perEntry = 100;

/** Series that were opened before, by a text that stands for their labels. Bounded: what is forgotten is opened again. */
export class SeriesMemory {
  readonly #refs = new Map<string, SeriesRef>();
  #remembered = 0;

  find(key: string, open: () => SeriesRef): SeriesRef {
    const known = this.#refs.get(key);
    if (known !== undefined) return known;
    const ref = open();
    this.#remembered += key.length + perEntry;
    if (this.#remembered > maxRemembered) {
      this.#refs.clear();
      this.#remembered = key.length + perEntry;
    }
    this.#refs.set(key, ref);
    return ref;
  }
}
