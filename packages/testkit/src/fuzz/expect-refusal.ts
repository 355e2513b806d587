import { type ErrorCode, ProofloadError } from '@proofload/domain';

const codesOfSenders: readonly ErrorCode[] = ['invalid', 'too-large', 'unsupported'];
/** An error is shown on a page and kept with the run, so it may not repeat a megabyte of what was wrong. */
const longestMessage = 2_000;

/** Passes on anything that is not an error which tells the sender, in a sentence, what was wrong with the input. */
export function expectRefusal(error: unknown): ProofloadError {
  if (!(error instanceof ProofloadError)) throw error;
  if (!codesOfSenders.includes(error.code))
    throw new Error(`${error.code} is not the fault of the sender`, { cause: error });
  const texts = [error.message, ...error.fields.flatMap(({ field, message }) => [field, message])];
  for (const text of texts) {
    if (text === '') throw new Error('An error says nothing', { cause: error });
    if (text.length > longestMessage)
      throw new Error(`An error is ${text.length} characters long`, { cause: error });
  }
  return error;
}

/** What storage can hold: neither NUL nor half a character, and no more than a page can show. */
export function expectPlain(texts: readonly string[]): void {
  for (const text of texts) {
    if (text.length > longestMessage) throw new Error(`A sentence is ${text.length} characters long`);
    expectStorable(text);
  }
}

/** Passes on what JSON and PostgreSQL can hold: no NUL, no half of a character, no number that is not finite. */
export function expectStorable(value: unknown): void {
  JSON.stringify(value, (key, item: unknown) => {
    for (const text of [key, item]) {
      if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed()))
        throw new Error(`A text cannot be stored: ${JSON.stringify(text.slice(0, 200))}`);
    }
    if (typeof item === 'number' && !Number.isFinite(item)) throw new Error(`${item} cannot be stored`);
    return item;
  });
}
