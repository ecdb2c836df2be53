import { requireText } from '../../text/utf8.ts';

/** Xcode's and genstrings' comment for strings without one. */
const NO_COMMENT = 'No comment provided by engineer.';

/** Returns the description that a comment holds. A comment cannot contain its own end. */
export function descriptionOf(comment: string): string | undefined {
  const text = comment.replaceAll(/\r+\n/g, '\n').replaceAll('*/', '* /').trim();
  return text === '' || text === NO_COMMENT ? undefined : text;
}

/** Returns the comment that {@link descriptionOf} reads back, or an empty string. */
export function commentOf(description: string | undefined, name: string): string {
  if (description === undefined) return '';
  requireText(description, name);
  const text = descriptionOf(description);
  return text === undefined ? '' : `/* ${text} */`;
}
