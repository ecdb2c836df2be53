/** Microsoft's mark of texts that must not be translated. Marks with a value name parts of a text. */
const LOCKED = /^\{Locked\}\s*/;

/** Meaning of the comment of an entry. */
export interface About {
  readonly description: string;
  readonly isLocked: boolean;
}

export function readComment(comment: string): About {
  const text = comment.replaceAll(/\r\n?/g, '\n').trim();
  const description = text.replace(LOCKED, '');
  return { description, isLocked: description !== text };
}

/** Returns the comment from which {@link readComment} reads the same, or an empty string. */
export function writeComment(description: string | undefined, isLocked: boolean): string {
  if (description === undefined) return isLocked ? '{Locked}' : '';
  const text = readComment(description).description;
  if (!isLocked) return text;
  return text === '' ? '{Locked}' : `{Locked} ${text}`;
}
