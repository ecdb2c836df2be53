import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { AdminContext, AdminInput } from './admin-command.ts';

export const PASSWORD_OPTIONS = { 'password-stdin': { type: 'boolean' } } as const;

const GENERATED_BYTES = 15;

/**
 * Returns the first line of standard input if the option `password-stdin` is set. Otherwise returns
 * a random password.
 */
export async function readPassword(
  { stdin }: Pick<AdminContext, 'stdin'>,
  { options }: AdminInput,
): Promise<{ password: string; isGenerated: boolean }> {
  if (options['password-stdin'] !== true) {
    return { password: randomBytes(GENERATED_BYTES).toString('base64url'), isGenerated: true };
  }
  const [password = ''] = (await text(stdin)).split(/\r?\n/);
  return { password, isGenerated: false };
}
