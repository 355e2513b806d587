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

/** Amounts of data as networks count them; factors to bytes. */
export const bitUnits: Readonly<Record<string, number>> = {
  bit: 1 / 8,
  bits: 1 / 8,
  kbit: 1e3 / 8,
  Mbit: 1e6 / 8,
  Gbit: 1e9 / 8,
  Tbit: 1e12 / 8,
};

export const dataUnits: Readonly<Record<string, number>> = { ...byteUnits, ...bitUnits };

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const decimal = ['B', 'kB', 'MB', 'GB', 'TB'];
const bits = ['bit', 'kbit', 'Mbit', 'Gbit', 'Tbit'];

/** The unit in which people say an amount of data. @param style `binary` for memory, `decimal` for rates and transfer */
export function chooseByteUnit(bytes: number, style: 'binary' | 'decimal'): { unit: string; factor: number } {
  const base = style === 'binary' ? 1024 : 1000;
  return chooseStep(bytes, base, style === 'binary' ? binary : decimal);
}

/** The unit in which people say an amount of data that is counted in bits; its factor is to bytes. */
export function chooseBitUnit(bytes: number): { unit: string; factor: number } {
  const { unit, factor } = chooseStep(bytes * 8, 1000, bits);
  return { unit, factor: factor / 8 };
}

function chooseStep(
  amount: number,
  base: number,
  names: readonly string[],
): { unit: string; factor: number } {
  let step = 0;
  for (let rest = Math.abs(amount); rest >= base && step < names.length - 1; rest /= base) step++;
  return { unit: names[step] ?? '', factor: base ** step };
}
