import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import type { MessageFormat } from '@parlance/messages';
import { readYaml } from './described.ts';

/** Returns the message format that the project of ARB files needs. Null if there are files of other formats. */
export function messageFormatOf(root: string, patterns: readonly string[]): MessageFormat | null {
  if (!patterns.every((pattern) => pattern.endsWith('.arb'))) return null;
  return patterns.some((pattern) => usesEscaping(root, pattern)) ? 'icu' : 'flutter';
}

/** True if Flutter's configuration in a folder above the files lets apostrophes quote. */
function usesEscaping(root: string, pattern: string): boolean {
  const folder = dirname(pattern);
  const path = join(root, folder, 'l10n.yaml');
  if (existsSync(path)) return readYaml(path)['use-escaping'] === true;
  return folder !== dirname(folder) && usesEscaping(root, folder);
}
