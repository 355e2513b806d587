/** Unix milliseconds as RFC 3339 in UTC. */
export function toInstant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
