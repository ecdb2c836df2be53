const escapeRegExp = (text: string): string => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');

/** Matches names of keys: `*` stands for a part of a segment, and for the rest of the name at its end. */
export function matcherOf(pattern: string): (name: string) => boolean {
  const source = escapeRegExp(pattern)
    .replace(/\*+$/, '\u0000')
    .replace(/\*+/g, '[^./]*')
    .replace('\u0000', '[^]*');
  const matcher = new RegExp(`^${source}$`, 'u');
  return (name) => matcher.test(name);
}

/** The text before the first `*`. */
export const prefixOf = (pattern: string): string => pattern.split('*', 1)[0]!;
