export interface ShownLine {
  readonly number: number;
  readonly text: string;
  /** Index of the character in `text` at which the error is. Null in the lines before and after it. */
  readonly mark: number | null;
}

/** Maximum number of characters that are shown of a line. A minified file consists of a single long line. */
const MAX_LENGTH = 160;

/**
 * Returns the line with an error and two lines before and after it. Long lines are shortened. Line numbers begin at 1.
 */
export function linesAround(text: string, line: number, column = 1): ShownLine[] {
  const first = Math.max(1, line - 2);
  // Index of the first character that is shown of a long line, so that the error is visible.
  const start = Math.max(0, column - 1 - MAX_LENGTH / 2);
  return text
    .split(/\r\n?|\n/, line + 2)
    .slice(first - 1)
    .map((content, index) => {
      const number = first + index;
      return number === line
        ? { number, text: content.slice(start, start + MAX_LENGTH), mark: column - 1 - start }
        : { number, text: content.slice(0, MAX_LENGTH), mark: null };
    });
}
