import type { Config, FileSpec } from '@parlance/config';
import type { Call } from '../command.ts';
import { type Fault, failUsage } from '../fault.ts';
import type { Workspace } from './workspace.ts';

/**
 * @throws CliError if no file matches the configuration, because the command would otherwise do
 * nothing and report success
 */
export function requireFiles({ flags }: Call, { config, documents }: Workspace): void {
  if (flags.has('allow-none') || documents.some(({ hash }) => hash !== null)) return;
  const paths = config.files.map(({ path }) => path).join(', ');
  failUsage(`No file matches ${paths}. Correct "files", or pass --allow-none.`, {
    file: config.file,
  });
}

/**
 * Returns a note for each entry of the configuration that no file matches, because its pattern may
 * be misspelled. `then` describes what the command does with the entry.
 */
export function notesOnEmptyEntries(
  { files, file }: Config,
  found: readonly { readonly spec: FileSpec; readonly hash?: string | null }[],
  then = '',
): Fault[] {
  const filled = new Set(found.flatMap(({ spec, hash }) => (hash === null ? [] : [spec])));
  return files
    .filter((spec) => !filled.has(spec))
    .map(({ path }) => ({
      code: 'no_file',
      level: 'note',
      message: `No file matches ${path}${then}. If there are such files, correct "files".`,
      file,
    }));
}
