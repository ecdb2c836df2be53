/**
 * Returns the lines of a table whose columns are as wide as their widest cell.
 *
 * @param textColumns - Indexes of the columns that are aligned to the left. The others are aligned to the right.
 */
export function align(
  rows: readonly (readonly string[])[],
  textColumns: readonly number[] = [0],
): string[] {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => row[index]!.length)),
  );
  return rows.map((row) =>
    row
      .map((cell, index) =>
        textColumns.includes(index) ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!),
      )
      .join('  ')
      .trimEnd(),
  );
}
