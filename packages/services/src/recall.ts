/** How long something is taken for what it was when it was read. */
const recallMs = 500;
const maxRecalled = 1000;

interface Recalled<T> {
  value: Promise<T | null>;
  untilMs: number;
}

/**
 * What was read a moment ago, so that hundreds of calls a second do not read the same row each. What is not there, and
 * what could not be read, is read again by the next call.
 */
export class Recall<T> {
  readonly #known = new Map<string, Recalled<T>>();

  /** @throws what `read` throws */
  async read(key: string, nowMs: number, read: () => Promise<T | null>): Promise<T | null> {
    const known = this.#known.get(key);
    if (known && nowMs < known.untilMs) return known.value;
    if (this.#known.size >= maxRecalled) this.#known.clear();
    const fresh = { value: read(), untilMs: nowMs + recallMs };
    this.#known.set(key, fresh);
    const forget = (): void => {
      if (this.#known.get(key) === fresh) this.#known.delete(key);
    };
    try {
      const value = await fresh.value;
      if (value === null) forget();
      return value;
    } catch (error) {
      forget();
      throw error;
    }
  }

  forgetAll(): void {
    this.#known.clear();
  }
}
