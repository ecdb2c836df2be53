const TOKEN = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g;

/**
 * Matches paths with `/`: `*` and `?` stand for a part of a name, `**` for any number of folders, and `{a,b}` for one of
 * several texts.
 */
export function globOf(pattern: string): (path: string) => boolean {
  const matcher = new RegExp(`^${sourceOf(pattern.replace(/^\.\//, ''))}$`, 'u');
  return (path) => matcher.test(path);
}

const sourceOf = (pattern: string): string =>
  [...pattern.matchAll(TOKEN)]
    .map(([token]) => {
      if (token === '**/') return '(?:.*/)?';
      if (token === '**') return '.*';
      if (token === '*') return '[^/]*';
      if (token === '?') return '[^/]';
      if (token.length > 1 && token.startsWith('{')) {
        return `(?:${token.slice(1, -1).split(',').map(sourceOf).join('|')})`;
      }
      return token.replace(/[\\^$.|+()[\]{}/-]/g, '\\$&');
    })
    .join('');
