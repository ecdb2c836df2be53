export interface ShownLine {
  readonly number: number;
  readonly text: string;
  /** Index of the faulty character in `text`. Null in the lines around the fault. */
  readonly mark: number | null;
}

/** Maximum displayed length of a line, because a minified file is a single line. */
const MAX_LENGTH = 160;

/** Returns a line of a file and two lines on each side, shortened for display. Line numbers begin at 1. */
export function linesAround(text: string, line: number, column = 1): ShownLine[] {
  const first = Math.max(1, line - 2);
  // The part of a minified line that contains the fault.
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
