import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import { describeFileFault } from './describe-file-fault.ts';
import { StartError } from './start-error.ts';

/** Returns the folder in which mails are written as files if there is no mail server. */
export const mailDirectoryOf = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'mail');

/**
 * If the process sends mails and has no mail server, checks that it can write mails to the folder.
 * @throws StartError if it cannot
 */
export function requireMailDirectory(config: Config): void {
  if (config.smtpUrl !== null || config.role === 'api') return;
  const directory = mailDirectoryOf(config);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const fault = describeFileFault(error);
    if (fault === null) throw error;
    throw new StartError(
      `Mails cannot be written to files (${fault}). Set SMTP_URL, or DATA_DIR to a directory that this ` +
        'process can write to.',
      { cause: error },
    );
  }
}
