/** Cookie that keeps the reader's time zone, so that the server writes times as the browser would. */
export const zoneCookie = 'proofload_zone';

/** The zone that a cookie names; UTC when there is none or it is not one. */
export function readZone(value: string | undefined): string {
  if (value === undefined) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: value }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return 'UTC';
    throw error;
  }
}
