import { requireText } from '../../text/utf8.ts';

/** The comment that Xcode and genstrings write for strings without one. */
const NO_COMMENT = 'No comment provided by engineer.';

/** Returns the description in a comment. It cannot contain the end of a comment. */
export function descriptionOf(comment: string): string | undefined {
  const text = comment.replaceAll(/\r+\n/g, '\n').replaceAll('*/', '* /').trim();
  return text === '' || text === NO_COMMENT ? undefined : text;
}

/** Returns the comment from which {@link descriptionOf} reads the description, or an empty string. */
export function commentOf(description: string | undefined, name: string): string {
  if (description === undefined) return '';
  requireText(description, name);
  const text = descriptionOf(description);
  return text === undefined ? '' : `/* ${text} */`;
}
