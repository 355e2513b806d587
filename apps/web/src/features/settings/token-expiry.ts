const dayMs = 24 * 60 * 60 * 1000;

/** For how long a token may be made to live, in days; null for ever. */
export const lives = [
  { value: '90', label: '90 days', days: 90 },
  { value: '30', label: '30 days', days: 30 },
  { value: '365', label: 'a year', days: 365 },
  { value: 'never', label: 'no end', days: null },
] as const;

/** The end of a life that begins now, as an instant; undefined when there is none. */
export function expiryOf(value: string, nowMs: number): string | undefined {
  const days = lives.find((life) => life.value === value)?.days ?? null;
  return days === null ? undefined : new Date(nowMs + days * dayMs).toISOString();
}
