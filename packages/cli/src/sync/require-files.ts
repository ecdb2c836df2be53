import type { Call } from '../command.ts';
import { failUsage } from '../fault.ts';
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
