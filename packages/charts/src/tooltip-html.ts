import { escapeHtml } from './escape-html.ts';

export interface TooltipRow {
  color: string | null;
  label: string;
  value: string;
}

/** The inside of a tooltip; every text is escaped here. */
export function tooltipHtml(title: string, rows: readonly TooltipRow[]): string {
  const body = rows.map(({ color, label, value }) => {
    const mark =
      color === null ? '' : `<span style="color:${escapeHtml(color)}" aria-hidden="true">■</span> `;
    return `<tr><td style="padding:1px 14px 1px 0">${mark}${escapeHtml(label)}</td><td style="text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
  });
  return `<div style="font-weight:600;margin-bottom:2px">${escapeHtml(title)}</div><table style="border-collapse:collapse">${body.join('')}</table>`;
}
