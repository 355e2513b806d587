const longestName = 63;

/** A name of the pattern of names: of `arn:aws:eks:eu-1:123:cluster/prod` the last part. */
export function suggestName(context: string, taken: ReadonlySet<string>): string {
  const [last = ''] = context.split('/').slice(-1);
  const plain = last
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestName - 4)
    .replace(/^-+|-+$/g, '');
  const base = plain === '' ? 'cluster' : plain;
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(name)) return name;
  }
}
