import { isParlanceError, ParlanceConnectionError } from '@parlance/sdk';
import { addressOf, open, requireSafeUrl } from '../auth/connect.ts';
import { type StoredKey, storedAddresses, storedKeyOf, storeKey } from '../auth/credentials.ts';
import type { Call, Outcome } from '../command.ts';
import { EXIT, type Fault, failUsage } from '../fault.ts';
import { PROGRAM } from '../program.ts';
import { toCliError } from '../to-cli-error.ts';

export async function run(call: Call): Promise<Outcome> {
  const { io, flags } = call;
  const logins = storedAddresses(io);
  const text =
    flags.text('url') || io.env.PARLANCE_URL || (logins.length === 1 ? logins[0] : undefined);
  if (!text) {
    const known =
      logins.length === 0 ? 'There is no login' : `There are logins to ${logins.join(', ')}`;
    failUsage(`${known}. Pass the address of the server: ${PROGRAM} logout --url https://…`);
  }
  const url = requireSafeUrl(text, flags.has('allow-insecure-http'));
  const server = addressOf(url);
  const stored = storedKeyOf(io, server);
  if (!stored) {
    const errors = [{ code: 'no_key', message: `There is no stored key for ${server}.` }];
    return { data: { server, removed: false }, lines: [], exit: EXIT.no, errors };
  }
  const failure = stored.isPersonal ? await revoke(call, url, stored) : null;
  storeKey(io, server, null);
  const isRevoked = stored.isPersonal === true && failure === null;
  return {
    data: { server, removed: true, revoked: isRevoked },
    lines: [`Removed the key for ${server}${isRevoked ? ' and revoked it' : ''}.`],
    warnings: failure ? [failure] : [],
  };
}

/**
 * Revokes the API key on the server, but only if `parlance login` created it. A key that the user
 * entered may also be used elsewhere.
 */
async function revoke(call: Call, url: URL, { key, name }: StoredKey): Promise<Fault | null> {
  try {
    await open(call, url, key, 'login').client.apiKeys.revokeSelf();
    return null;
  } catch (error) {
    if (isParlanceError(error, 'unauthenticated')) return null;
    if (!isParlanceError(error) && !(error instanceof ParlanceConnectionError)) throw error;
    const reason = toCliError(error, call).faults[0]!.message;
    const message = `The server did not revoke the key "${name}": ${reason} Revoke it in the settings of your account.`;
    return { code: 'not_revoked', message };
  }
}
