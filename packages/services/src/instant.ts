/** RFC 3339 text of unix milliseconds. */
export const toInstant = (ms: number): string => new Date(ms).toISOString();

export const toInstantOrNull = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));

export const fromInstant = (text: string): number => Date.parse(text);
