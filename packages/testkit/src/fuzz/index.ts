export { expectPlain, expectRefusal, expectStorable } from './expect-refusal.ts';
export { mutate, mutateText } from './mutate.ts';
export { below, inPieces, pick, pickLines } from './pick.ts';
export { fuzz, fuzzTimeoutMs } from './rounds.ts';
