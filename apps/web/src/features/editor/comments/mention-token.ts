import type { Mention } from '../../../lib/words/comment-parts.ts';

/** The beginning of a mention before the caret. */
export interface MentionToken {
  /** Place of the `@` in the text. */
  readonly start: number;
  /** Part of a name. */
  readonly q: string;
}

/** Maximum length of the part of a name that is searched for. */
const MAX_NAME = 40;
const MAX_WORDS = 3;

/** Returns the mention that is being typed before the caret. Returns null if there is none. */
export function mentionAt(
  text: string,
  caret: number,
  people: readonly Mention[],
): MentionToken | null {
  const start = text.lastIndexOf('@', caret - 1);
  if (start < 0 || caret - start > MAX_NAME) return null;
  // An address such as `name@example.com` is no mention.
  if (start > 0 && !/[\s(]/.test(text[start - 1]!)) return null;
  const q = text.slice(start + 1, caret);
  if (/^\s|\n/.test(q) || q.split(' ').length > MAX_WORDS) return null;
  const isChosen = people.some(({ name }) => name !== null && q.startsWith(name));
  return isChosen ? null : { start, q };
}

/** Returns the person with a name that no other mentioned person has, so that names in the text are unambiguous. */
export function withOwnName(
  person: { readonly userId: string; readonly name: string },
  people: readonly Mention[],
): { readonly userId: string; readonly name: string } {
  const taken = new Set(
    people.filter(({ userId }) => userId !== person.userId).map(({ name }) => name),
  );
  let { name } = person;
  for (let number = 2; taken.has(name); number++) name = `${person.name} (${number})`;
  return { ...person, name };
}
