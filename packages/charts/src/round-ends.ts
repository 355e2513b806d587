/** The next of 1, 2, 5, 10, ... that is not less; 0 for what is not above zero. */
function roundStep(size: number): number {
  if (!(size > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(size));
  return power * ([1, 2, 5].find((digit) => digit * power >= size) ?? 10);
}

/** Ends of an axis at round numbers, about five steps apart; empty where there is no span. */
export function roundEnds(
  least: number,
  greatest: number,
): { min?: number; max?: number; interval?: number } {
  const step = roundStep((greatest - least) / 5);
  if (step === 0) return {};
  return { min: Math.floor(least / step) * step, max: Math.ceil(greatest / step) * step, interval: step };
}
