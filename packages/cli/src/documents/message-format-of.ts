import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import type { MessageFormat } from '@parlance/messages';
import type { FileFormatName } from '@parlance/sdk';
import { type Members, readYaml } from '../init/described.ts';

/** Message format of each file format whose texts always have the same message format. */
const OF_FILES: Readonly<Partial<Record<FileFormatName, MessageFormat>>> = {
  formatjs: 'icu',
  chrome: 'chrome',
  resx: 'dotnet',
};
const RESX = /\.res[xw]$/;

interface Files {
  /** Pattern that the paths of the files match, relative to the root folder. */
  readonly path: string;
  /** Format in the configuration. Absent if the extension of the files determines it. */
  readonly format?: FileFormatName;
}

/**
 * Returns the message format for a project of these files. Null if the files do not determine a
 * single format.
 */
export function messageFormatOf(root: string, files: readonly Files[]): MessageFormat | null {
  if (files.every(isArb)) return formatOfFlutter(files.map(({ path }) => settingsFor(root, path)));
  const formats = new Set(
    files.map(({ path, format = RESX.test(path) ? 'resx' : undefined }) =>
      format === undefined ? null : (OF_FILES[format] ?? null),
    ),
  );
  return formats.size === 1 ? [...formats][0]! : null;
}

const isArb = ({ path, format = path.endsWith('.arb') ? 'arb' : undefined }: Files): boolean =>
  format === 'arb';

function formatOfFlutter(settings: readonly Members[]): MessageFormat {
  if (settings.some((options) => options['use-escaping'] === true)) return 'icu';
  return settings.some((options) => options['relax-syntax'] === true)
    ? 'flutter_relaxed'
    : 'flutter';
}

/** Returns Flutter's configuration from the nearest folder above the files. */
function settingsFor(root: string, pattern: string): Members {
  const folder = dirname(pattern);
  const path = join(root, folder, 'l10n.yaml');
  if (existsSync(path)) return readYaml(path);
  return folder === dirname(folder) ? {} : settingsFor(root, folder);
}
