/**
 * Returns the lines of a table whose columns are as wide as their widest cell.
 *
 * @param textColumns - Indexes of the columns that are aligned to the left. The others are aligned to the right.
 */
export function align(
  rows: readonly (readonly string[])[],
  textColumns: readonly number[] = [0],
): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) =>
        textColumns.includes(at) ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!),
      )
      .join('  ')
      .trimEnd(),
  );
}
