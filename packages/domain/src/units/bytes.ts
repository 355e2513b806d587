/** Amounts of data; factors to bytes. Memory is said in binary units, transfer in decimal ones. */
export const byteUnits: Readonly<Record<string, number>> = {
  B: 1,
  bytes: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const decimal = ['B', 'kB', 'MB', 'GB', 'TB'];

/** The unit in which people say an amount of data. @param style `binary` for memory, `decimal` for rates and transfer */
export function chooseByteUnit(bytes: number, style: 'binary' | 'decimal'): { unit: string; factor: number } {
  const base = style === 'binary' ? 1024 : 1000;
  const names = style === 'binary' ? binary : decimal;
  let step = 0;
  for (let rest = Math.abs(bytes); rest >= base && step < names.length - 1; rest /= base) step++;
  return { unit: names[step] ?? 'B', factor: base ** step };
}
