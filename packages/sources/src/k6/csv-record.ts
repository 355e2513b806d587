/**
 * Splits a CSV record into its fields (RFC 4180: a field in quotes may hold commas, line ends and doubled quotes).
 * Null when a quoted field has no end yet, so that the record goes on in the next line.
 */
export function splitRecord(text: string): string[] | null {
  if (!text.includes('"')) return text.split(',');
  const fields: string[] = [];
  let at = 0;
  while (at <= text.length) {
    if (text[at] !== '"') {
      const comma = text.indexOf(',', at);
      const end = comma === -1 ? text.length : comma;
      fields.push(text.slice(at, end));
      at = end + 1;
      continue;
    }
    const end = closingQuote(text, at + 1);
    if (end === -1) return null;
    fields.push(text.slice(at + 1, end).replaceAll('""', '"'));
    const comma = text.indexOf(',', end);
    at = (comma === -1 ? text.length : comma) + 1;
  }
  return fields;
}

function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}
