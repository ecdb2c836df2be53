/**
 * Matches Microsoft's `{Locked}` at the start of a comment, which means that the whole text must
 * not be translated. `{Locked="…"}` locks only part of a text and does not match.
 */
const LOCKED = /^\{Locked\}\s*/;

export interface About {
  readonly description: string;
  readonly isLocked: boolean;
}

export function readComment(comment: string): About {
  const text = comment.replaceAll(/\r\n?/g, '\n').trim();
  const description = text.replace(LOCKED, '');
  return { description, isLocked: description !== text };
}

/**
 * Returns a comment with the description and, if `isLocked` is true, the mark `{Locked}`. The
 * comment is empty if there is neither.
 */
export function writeComment(description: string | undefined, isLocked: boolean): string {
  if (description === undefined) return isLocked ? '{Locked}' : '';
  const text = readComment(description).description;
  if (!isLocked) return text;
  return text === '' ? '{Locked}' : `{Locked} ${text}`;
}

/** Matches a mark for translation tools, such as `{Locked="API"}` or `{MaxLength=20}`. */
const MARK = /\{[A-Z][A-Za-z]*(?:=[^{}]*)?\}/g;

const marksIn = (comment: string): string => [...(comment.match(MARK) ?? [])].sort().join();

export const hasPlaceholderMarks = (comment: string): boolean => marksIn(comment) !== '';

/** True if two comments have the same marks for tools. Their words may be in different languages. */
export const haveSameMarks = (comment: string, other: string): boolean =>
  marksIn(comment) === marksIn(other);
