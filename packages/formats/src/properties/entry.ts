/** An entry with its offsets in the text, in code units. */
export interface PropertiesEntry {
  readonly name: string;
  readonly text: string;
  /** Text of the comment directly before the entry. Null if it is too long for a description. */
  readonly comment: string | null | undefined;
  readonly line: number;
  readonly column: number;
  /** Start of the entry's comment, or else of its key. */
  readonly start: number;
  readonly keyEnd: number;
  /** Blanks and the sign between key and value, as written. Empty for a key alone. */
  readonly separator: string;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Before the line break. */
  readonly end: number;
}

export interface PropertiesHandler {
  entry(entry: PropertiesEntry): void;
}
