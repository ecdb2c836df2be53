/** Maximum number of characters of a source text that are searched for. */
const MAX_PHRASE = 80;
/**
 * Returns the longest part of a text that the query language can contain as a phrase. Returns null if there is none.
 */
export function phraseOf(text: string): string | null {
  const parts = text.split(/["\\\p{Cc}]+/u).map((part) => part.trim());
  const longest = parts.reduce((part, other) => (other.length > part.length ? other : part), '');
  const phrase = [...longest].slice(0, MAX_PHRASE).join('').trim();
  return phrase === '' ? null : phrase;
}
