/** An entry of a `.strings` file. Offsets are in code units. */
export interface StringsEntry {
  name: string;
  /** Undefined for an entry without a value (`"key";`). The key of such an entry is also its text. */
  text: string | undefined;
  /**
   * Text of the comment directly before the entry. Null if the comment is too long for a
   * description.
   */
  comment: string | null | undefined;
  line: number;
  column: number;
  /**
   * Offset at which the comment of the entry begins, or at which the key begins if there is no
   * comment.
   */
  start: number;
  keyStart: number;
  keyEnd: number;
  valueStart: number;
  valueEnd: number;
  end: number;
}

export interface StringsHandler {
  entry(entry: StringsEntry): void;
  /** Called for a comment on the same line as the end of an entry. */
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
