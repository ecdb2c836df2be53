import { requireSafeUrl } from '../auth/connect.ts';
import { storeKey } from '../auth/credentials.ts';
import type { Call, Outcome } from '../command.ts';
import { EXIT, failUsage } from '../fault.ts';

export async function run({ io, flags }: Call): Promise<Outcome> {
  const text = flags.text('url') ?? io.env.PARLANCE_URL;
  if (!text) failUsage('Pass the address of the server: parlance logout --url https://…');
  const { origin } = requireSafeUrl(text, flags.has('allow-insecure-http'));
  const had = storeKey(io, origin, null);
  const message = `There is no stored key for ${origin}.`;
  return {
    data: { server: origin, removed: had },
    lines: had
      ? [`Removed the key for ${origin}. Revoke it in the settings of your organization.`]
      : [],
    exit: had ? EXIT.done : EXIT.no,
    errors: had ? [] : [{ code: 'no_key', message }],
  };
}
