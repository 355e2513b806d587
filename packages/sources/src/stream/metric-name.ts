/**
 * A name as measurements can select it: letters of any script, digits, `_`, `:`, `.` and `-`. Everything else becomes
 * `_`; '' when nothing is left.
 */
export function toMetricName(text: string): string {
  const name = text
    .trim()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_:.-]+/gu, '_')
    .replace(/_+$/, '');
  return /^[\p{N}\p{M}.-]/u.test(name) ? `_${name}` : name;
}
