import { charactersOf, matcherOfSteps, type Step } from './matcher.ts';

const TOKEN = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g;

/**
 * Returns a function that matches paths. `*` and `?` match a part of a folder or file name. `**`
 * matches any number of folders. `{a,b}` matches one of several texts.
 */
export const globOf = (pattern: string): ((path: string) => boolean) =>
  matcherOfSteps(stepsOf(pattern.replace(/^\.\//, '')));

const stepsOf = (pattern: string): Step[] =>
  [...pattern.matchAll(TOKEN)].flatMap(([token]): Step[] => {
    if (token === '**/') return [{ kind: 'folders' }];
    if (token === '**') return [{ kind: 'many', except: '' }];
    if (token === '*') return [{ kind: 'many', except: '/' }];
    if (token === '?') return [{ kind: 'one', except: '/' }];
    if (token.length > 1 && token.startsWith('{')) {
      return [{ kind: 'choice', choices: token.slice(1, -1).split(',').map(stepsOf) }];
    }
    return charactersOf(token);
  });
