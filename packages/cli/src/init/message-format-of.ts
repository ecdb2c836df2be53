import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import type { MessageFormat } from '@parlance/messages';
import { readYaml } from './described.ts';

/** Returns the message format that the project of ARB files needs. Null if there are files of other formats. */
export function messageFormatOf(root: string, patterns: readonly string[]): MessageFormat | null {
  if (!patterns.every((pattern) => pattern.endsWith('.arb'))) return null;
  const settings = patterns.map((pattern) => settingsFor(root, pattern));
  if (settings.some((own) => own['use-escaping'] === true)) return 'icu';
  return settings.some((own) => own['relax-syntax'] === true) ? 'flutter_relaxed' : 'flutter';
}

/** Returns Flutter's configuration from the nearest folder above the files. */
function settingsFor(root: string, pattern: string): ReturnType<typeof readYaml> {
  const folder = dirname(pattern);
  const path = join(root, folder, 'l10n.yaml');
  if (existsSync(path)) return readYaml(path);
  return folder === dirname(folder) ? {} : settingsFor(root, folder);
}
