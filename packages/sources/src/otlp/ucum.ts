/** Units of UCUM that Proofload calls otherwise. Times such as `ms` and `h`, and `%`, are the same in both. */
const names: Readonly<Record<string, string>> = {
  '1': '',
  By: 'bytes',
  kBy: 'kB',
  MBy: 'MB',
  GBy: 'GB',
  TBy: 'TB',
  KiBy: 'KiB',
  MiBy: 'MiB',
  GiBy: 'GiB',
  TiBy: 'TiB',
  // Metres would be taken for minutes, bels for bytes.
  m: 'metres',
  B: 'bels',
  Cel: '°C',
};

/**
 * The unit of a metric as Proofload writes it: `By/s` is `bytes/s`, `{request}` is `request`; null for plain numbers.
 * Source: the Unified Code for Units of Measure, as OpenTelemetry's conventions use it.
 */
export function unitOfUcum(unit: string): string | null {
  const slash = unit.lastIndexOf('/');
  if (slash < 0) return nameOf(unit) || null;
  const [top, per] = [nameOf(unit.slice(0, slash)), nameOf(unit.slice(slash + 1))];
  return per === '' ? top || null : `${top}/${per}`;
}

/** An annotation in braces says what is counted, unless a unit stands before it. */
function nameOf(unit: string): string {
  const brace = unit.indexOf('{');
  const bare = (brace < 0 ? unit : unit.slice(0, brace)).trim();
  const annotation =
    brace < 0
      ? ''
      : unit
          .slice(brace + 1)
          .replace(/\}.*$/s, '')
          .trim();
  const name = Object.hasOwn(names, bare) ? (names[bare] ?? '') : bare;
  return name === '' ? annotation : name;
}
