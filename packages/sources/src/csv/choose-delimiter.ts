const delimiters = [',', ';', '\t'] as const;

/** What stands between the fields of a header: of the usual characters, the one that is there most often. */
export function chooseDelimiter(header: string): string {
  const plain = header.replace(/"[^"]*("|$)/g, '');
  const counts = delimiters.map((delimiter) => plain.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
