import { readFileSync } from 'node:fs';
import { describeFileFault } from '../describe-file-fault.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the name of the variable that contains the path of a secret's file. Container platforms
 * mount secrets as files.
 */
export const secretFileOf = (name: string): string => `${name}_FILE`;

/**
 * Returns the environment with the secrets that are read from files. Adds an error to `faults` for each unreadable
 * file, and for each secret that is set directly and by a file.
 */
export function readSecretFiles(env: Env, secrets: readonly string[], faults: string[]): Env {
  const read: Record<string, string | undefined> = { ...env };
  for (const name of secrets) {
    const variable = secretFileOf(name);
    const path = env[variable]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) {
      faults.push(`${name} and ${variable} are both set: set only one`);
      continue;
    }
    try {
      read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      const fault = describeFileFault(error) ?? (error as NodeJS.ErrnoException).code;
      faults.push(`${variable} must be the path of a file that can be read (${fault})`);
    }
  }
  return read;
}
