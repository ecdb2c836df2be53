import { LIMITS } from '@parlance/contracts';
import { fail } from '../../../errors.ts';

const MENTION = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/gi;

/**
 * Returns the ids of the users that a comment mentions, in the order of the text. The author may
 * have typed any id, so the users may not exist.
 * @throws `limit_exceeded`
 */
export function mentionsIn(text: string): string[] {
  const ids = new Set([...text.matchAll(MENTION)].map(([, id]) => id!.toLowerCase()));
  if (ids.size > LIMITS.commentMentions) {
    fail('limit_exceeded', `A comment can mention at most ${LIMITS.commentMentions} people.`);
  }
  return [...ids];
}
