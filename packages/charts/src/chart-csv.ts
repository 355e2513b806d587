import type { ChartTable } from './chart-model.ts';

/**
 * A table as CSV (RFC 4180) with units in the header. Numbers keep every digit and gaps stay empty. A text that a
 * spreadsheet would run as a formula gets an apostrophe before it.
 */
export function toCsv(table: ChartTable): string {
  const header = table.columns.map(({ name, unit }) => quote(unit ? `${name} (${unit})` : name));
  const rows = table.rows.map((row) => row.map(writeCell));
  return [header, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function writeCell(cell: string | number | null): string {
  if (cell === null) return '';
  return typeof cell === 'number' ? String(cell) : quote(cell);
}

function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
