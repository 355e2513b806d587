/** Reads `branch=main, build=12` as labels; says what was expected when it is something else. */
export function parseLabels(text: string): { labels: Record<string, string>; error: string | undefined } {
  const labels: Record<string, string> = {};
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    if (equals < 1) return { labels, error: 'expected name=value, separated by commas' };
    labels[part.slice(0, equals).trim()] = part.slice(equals + 1).trim();
  }
  return { labels, error: undefined };
}
