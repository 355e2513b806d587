/** The entries of a list in a query, without empty ones and repetitions. */
export function splitList(text: string, separator: string): string[] {
  return [...new Set(text.split(separator).map((entry) => entry.trim()))].filter((entry) => entry !== '');
}
