/** Inverse of a small square matrix by Gauss and Jordan with partial pivoting. Null when it has none. */
export function invertMatrix(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length;
  const rows = matrix.map((row, index) => [...row, ...matrix.map((_, column) => (column === index ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    const [chosen, replaced] = [rows[pivot], rows[column]];
    const divisor = chosen?.[column] ?? 0;
    if (!chosen || !replaced || divisor === 0 || !Number.isFinite(divisor)) return null;
    rows[pivot] = replaced;
    const scaled = chosen.map((value) => value / divisor);
    rows[column] = scaled;
    for (const [index, row] of rows.entries()) {
      const factor = row[column] ?? 0;
      if (index !== column && factor !== 0)
        rows[index] = row.map((value, at) => value - factor * (scaled[at] ?? 0));
    }
  }
  return rows.map((row) => row.slice(size));
}
