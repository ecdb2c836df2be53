import { charactersOf, matcherOfSteps } from './matcher.ts';

/**
 * Returns a function that matches key names. `*` matches a part of a segment, but a `*` at the end
 * of the pattern matches the whole rest of the name.
 */
export function matcherOf(pattern: string): (name: string) => boolean {
  const parts = pattern.split(/\*+/);
  return matcherOfSteps(
    parts.flatMap((text, index) => {
      const isEnd = index === parts.length - 1 && text === '';
      const wildcard = { kind: 'many', except: isEnd ? '' : './' } as const;
      return index === 0 ? charactersOf(text) : [wildcard, ...charactersOf(text)];
    }),
  );
}

export const prefixOf = (pattern: string): string => pattern.split('*', 1)[0]!;
