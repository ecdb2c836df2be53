import { requireText } from '../../text/utf8.ts';

/** The comment that Xcode and genstrings write for a string that has no comment. */
const NO_COMMENT = 'No comment provided by engineer.';

export function descriptionOf(comment: string): string | undefined {
  const text = comment.replaceAll(/\r+\n/g, '\n').replaceAll('*/', '* /').trim();
  return text === '' || text === NO_COMMENT ? undefined : text;
}

/**
 * Returns a comment with the description. Returns an empty string if the key has no description.
 */
export function commentOf(description: string | undefined, name: string): string {
  if (description === undefined) return '';
  requireText(description, name);
  const text = descriptionOf(description);
  return text === undefined ? '' : `/* ${text} */`;
}
