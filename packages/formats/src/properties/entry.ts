export interface PropertiesEntry {
  readonly name: string;
  readonly text: string;
  /**
   * Text of the comment directly before the entry. Null if the comment is too long for a
   * description.
   */
  readonly comment: string | null | undefined;
  readonly line: number;
  readonly column: number;
  /** Offset of the comment before the key. If there is no comment, offset of the key. */
  readonly start: number;
  readonly keyEnd: number;
  /**
   * The separator between key and value, with the white space around it, as written in the file.
   * Empty for a key without a value.
   */
  readonly separator: string;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Offset before the line break that ends the entry, or before a backslash that ends the file. */
  readonly end: number;
  /** Offset before the line break that ends the entry, or of the end of the file. */
  readonly lineEnd: number;
}

export interface PropertiesHandler {
  entry(entry: PropertiesEntry): void;
}
