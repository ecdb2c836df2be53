import { charactersOf, matcherOfSteps } from './matcher.ts';

/** Matches names of keys: `*` stands for a part of a segment, and for the rest of the name at its end. */
export function matcherOf(pattern: string): (name: string) => boolean {
  const parts = pattern.split(/\*+/);
  return matcherOfSteps(
    parts.flatMap((text, at) => {
      const isEnd = at === parts.length - 1 && text === '';
      const wildcard = { kind: 'many', except: isEnd ? '' : './' } as const;
      return at === 0 ? charactersOf(text) : [wildcard, ...charactersOf(text)];
    }),
  );
}

/** The text before the first `*`. */
export const prefixOf = (pattern: string): string => pattern.split('*', 1)[0]!;
