import { describe, expect, it } from 'vitest';
import { fitLine, interceptInterval, type LineFit, slopeInterval, solveLine } from './index.ts';

const xs = [1, 2, 4, 8, 10, 12];
const ys = [40.1, 52.9, 79.2, 128.8, 157.5, 181.0];
const fit = fitLine(xs, ys) as LineFit;

describe('least squares', () => {
  // SciPy 1.x: stats.linregress(x, y), and stderr times stats.t.ppf(0.975, 4)
  it('agrees with SciPy', () => {
    expect(fit.slope).toBeCloseTo(12.858016528925624, 11);
    expect(fit.intercept).toBeCloseTo(27.292231404958642, 11);
    expect(fit.residualVariance).toBeCloseTo(1.2689008264462855, 11);
    const interval = slopeInterval(fit);
    expect(interval?.low).toBeCloseTo(12.546557540185367, 9);
    expect(interval?.high).toBeCloseTo(13.169475517665882, 9);
  });

  // SciPy: linregress(x, y).intercept -+ stats.t.ppf(0.975, 4) * intercept_stderr
  it('has the interval of the intercept', () => {
    const interval = interceptInterval(fit);
    expect(interval?.low).toBeCloseTo(24.985892139351883, 9);
    expect(interval?.high).toBeCloseTo(29.5985706704, 9);
    expect(interceptInterval(fitLine([1, 3], [5, 9]) as LineFit)).toBeNull();
  });

  // SciPy: optimize.brentq on the ends of the interval of the mean response minus 512
  it('finds where the line reaches a limit, with Fieller’s interval', () => {
    const solved = solveLine(fit, 512);
    expect(solved?.value).toBeCloseTo(37.69693152164131, 10);
    expect(solved?.interval?.low).toBeCloseTo(36.94481027246246, 9);
    expect(solved?.interval?.high).toBeCloseTo(38.486075317631794, 9);
  });

  it('keeps its digits far from zero', () => {
    const far = fitLine(
      xs.map((x) => x + 1e9),
      ys.map((y) => y + 1e12),
    );
    expect(far?.slope).toBeCloseTo(fit.slope, 3);
  });

  it('has no interval for two points, and no line for one x', () => {
    const two = fitLine([1, 3], [5, 9]) as LineFit;
    expect(two).toMatchObject({ slope: 2, intercept: 3, residualVariance: null });
    expect(slopeInterval(two)).toBeNull();
    expect(solveLine(two, 23)).toEqual({ value: 10, interval: null });
    expect(fitLine([2, 2], [5, 9])).toBeNull();
    expect(fitLine([], [])).toBeNull();
    expect(() => fitLine([1], [])).toThrow('as many y as x');
  });

  it('an exact line has an interval without width', () => {
    const exact = fitLine([1, 2, 3], [10, 20, 30]) as LineFit;
    expect(slopeInterval(exact)).toEqual({ low: 10, high: 10 });
    expect(solveLine(exact, 100)).toEqual({ value: 10, interval: { low: 10, high: 10 } });
  });

  it('has no end to give when the slope cannot be told from zero', () => {
    const noise = fitLine([1, 2, 3, 4], [5, 3, 6, 5]) as LineFit;
    expect(solveLine(noise, 100)?.interval).toBeNull();
    expect(solveLine(fitLine([1, 2, 3], [4, 4, 4]) as LineFit, 100)).toBeNull();
  });
});
