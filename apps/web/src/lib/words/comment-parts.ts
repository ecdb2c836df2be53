/** A person whom a comment mentions. The name of a former member is null. */
export interface Mention {
  readonly userId: string;
  readonly name: string | null;
}

export type CommentPart =
  | { readonly kind: 'text' | 'link'; readonly text: string }
  | { readonly kind: 'mention'; readonly name: string | null };

const PARTS = /@\[([\da-f-]{36})\]|https?:\/\/[^\s<>"]+/gi;
/** Punctuation that, after a web address, ends the sentence and does not belong to the address. */
const CLOSING = '.,;:!?)]}\'"';

/** Returns the part of an address before the punctuation that follows it. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  while (end > 0 && CLOSING.includes(address[end - 1]!)) end--;
  return address.slice(0, end);
}

/** Splits a comment into plain text, addresses of the web and mentions. An unknown mention stays plain text. */
export function partsOfComment(text: string, mentions: readonly Mention[]): CommentPart[] {
  const parts: CommentPart[] = [];
  let from = 0;
  const add = (start: number, length: number, part: CommentPart): void => {
    if (start > from) parts.push({ kind: 'text', text: text.slice(from, start) });
    parts.push(part);
    from = start + length;
  };
  for (const { 0: found, 1: id, index } of text.matchAll(PARTS)) {
    if (id === undefined) {
      const address = withoutPunctuation(found);
      if (URL.canParse(address)) add(index, address.length, { kind: 'link', text: address });
      continue;
    }
    const mention = mentions.find(({ userId }) => userId === id.toLowerCase());
    if (mention) add(index, found.length, { kind: 'mention', name: mention.name });
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/** Returns the text for an editor: mentions of people with a name are `@name`. */
export const withNames = (text: string, mentions: readonly Mention[]): string =>
  mentions.reduce(
    (named, { userId, name }) =>
      name === null ? named : named.replaceAll(`@[${userId}]`, () => `@${name}`),
    text,
  );

/** Returns the text for the service: the names of the given people after an `@` become their ids. */
export function withIds(text: string, people: readonly Mention[]): string {
  // A longer name may begin with a shorter one.
  const longest = people
    .filter((person) => person.name !== null)
    .sort((person, other) => other.name!.length - person.name!.length);
  return longest.reduce(
    (marked, { userId, name }) => marked.replaceAll(`@${name}`, `@[${userId}]`),
    text,
  );
}
