/** Levels at which other factors are held, as they stand in the address: `qps=100/200;nodes=2`. */
export function readHold(hold: string | null): Map<string, string> {
  return new Map(
    (hold ?? '').split(';').flatMap((part): [string, string][] => {
      const equals = part.indexOf('=');
      return equals < 1 ? [] : [[part.slice(0, equals), part.slice(equals + 1)]];
    }),
  );
}

/** The same with one factor held at another level, or at none. */
export function holdLevel(hold: string | null, factor: string, level: string): string | null {
  const held = readHold(hold);
  if (level === '') held.delete(factor);
  else held.set(factor, level);
  return held.size === 0 ? null : [...held].map(([name, value]) => `${name}=${value}`).join(';');
}
