import { round } from './bench-database.ts';

/** Times work several times, after once that is not counted. @returns milliseconds */
export async function measureRepeated(
  times: number,
  work: () => Promise<unknown>,
): Promise<{ p50: number; p95: number }> {
  await work();
  const measured: number[] = [];
  for (let time = 0; time < times; time++) {
    const startedMs = performance.now();
    await work();
    measured.push(performance.now() - startedMs);
  }
  measured.sort((a, b) => a - b);
  const at = (share: number): number => round(measured[Math.ceil(share * times) - 1] ?? Number.NaN);
  return { p50: at(0.5), p95: at(0.95) };
}
