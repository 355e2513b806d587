import { plainText } from './plain-text.ts';

/** Different sentences that are kept; a source may hold any number. */
const maxSentences = 100;

/** Sentences for whoever reads the results: each once, short, and not too many. */
export class WarningList {
  readonly #sentences = new Set<string>();
  #omitted = 0;

  add(sentence: string): void {
    const plain = plainText(sentence, 500);
    if (this.#sentences.has(plain)) return;
    if (this.#sentences.size < maxSentences) this.#sentences.add(plain);
    else this.#omitted += 1;
  }

  list(): string[] {
    return this.#omitted === 0
      ? [...this.#sentences]
      : [...this.#sentences, `${this.#omitted} further warnings were left out`];
  }
}
