/** An entry with its offsets in the text, in code units. */
export interface StringsEntry {
  name: string;
  /** Undefined for `"key";`, whose text is its key. */
  text: string | undefined;
  /** Text of the comment directly before the entry. Null if it is too long for a description. */
  comment: string | null | undefined;
  line: number;
  column: number;
  /** Start of the entry's comment, or else of its key. */
  start: number;
  keyStart: number;
  keyEnd: number;
  valueStart: number;
  valueEnd: number;
  /** Offset after the semicolon. */
  end: number;
}

export interface StringsHandler {
  entry(entry: StringsEntry): void;
  /** Called for a comment after an entry on the same line. */
  trailingComment(end: number): void;
}

export function newEntry(): StringsEntry {
  return {
    name: '',
    text: undefined,
    comment: undefined,
    line: 0,
    column: 0,
    start: 0,
    keyStart: 0,
    keyEnd: 0,
    valueStart: 0,
    valueEnd: 0,
    end: 0,
  };
}
