import { globOf, matcherOf } from '@parlance/config';
import type { Call } from '../command.ts';
import { NoMatchError } from '../fault.ts';

export interface Selection {
  /** True if neither `--file` nor `--key` is set. */
  readonly isAll: boolean;
  hasFile(path: string): boolean;
  hasKey(key: string): boolean;
  /**
   * Rejects a value of `--file` or `--key` that matches nothing. The command would otherwise appear
   * to succeed.
   *
   * @throws CliError
   */
  requireMatches(paths: readonly string[], keys: () => Iterable<string>): void;
}

export function readSelection({ flags }: Pick<Call, 'flags'>): Selection {
  const files = flags.texts('file').map((text) => ({ text, matches: globOf(text) }));
  const keys = flags.texts('key').map((text) => ({ text, matches: matcherOf(text) }));
  return {
    isAll: files.length + keys.length === 0,
    hasFile: (path) => files.length === 0 || files.some(({ matches }) => matches(path)),
    hasKey: (key) => keys.length === 0 || keys.some(({ matches }) => matches(key)),
    requireMatches(paths, names) {
      const lost = files.find(({ matches }) => !paths.some(matches));
      if (lost) {
        const message = `No file of the configuration matches --file "${lost.text}".`;
        throw new NoMatchError('file', lost.text, message);
      }
      const open = new Set(keys);
      for (const name of open.size > 0 ? names() : []) {
        for (const one of open) if (one.matches(name)) open.delete(one);
        if (open.size === 0) return;
      }
      for (const { text } of open) {
        throw new NoMatchError('key', text, `No key matches --key "${text}".`);
      }
    },
  };
}
