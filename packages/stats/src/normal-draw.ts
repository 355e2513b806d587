/** A draw from the standard normal distribution. Source: Box and Muller, Annals of Mathematical Statistics 29 (1958). */
export function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A draw of chi-squared over its degrees of freedom, which are whole: the scatter of an estimated variance. */
export function drawVarianceRatio(degrees: number, random: () => number): number {
  let sum = 0;
  for (let index = 0; index < degrees; index++) sum += drawNormal(random) ** 2;
  return sum / degrees;
}
