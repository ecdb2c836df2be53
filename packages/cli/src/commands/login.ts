import { open, requireSafeUrl } from '../auth/connect.ts';
import { credentialsPath, storeKey } from '../auth/credentials.ts';
import type { Call, Outcome } from '../command.ts';
import { failUsage } from '../fault.ts';
import { escapeText } from '../output/escape-text.ts';

export async function run(call: Call): Promise<Outcome> {
  const { io, flags } = call;
  const text = flags.text('url') ?? io.env.PARLANCE_URL;
  if (!text) failUsage('Pass the address of the server: parlance login --url https://… < key.txt');
  const url = requireSafeUrl(text, flags.has('allow-insecure-http'));
  const key = Buffer.from(await io.readStdin())
    .toString()
    .trim();
  if (key === '') {
    failUsage(
      'Send an API key on standard input: parlance login --url … < key.txt. Create one in the settings of your organization.',
    );
  }
  const { client } = open(call, url, key, 'standard input');
  const { data } = await client.apiKeys.self();
  storeKey(io, url.origin, { key, name: data.name });
  const path = credentialsPath(io);
  return {
    data: { server: url.origin, name: data.name, organization: data.organization, path },
    lines: [`Stored the key "${escapeText(data.name)}" for ${url.origin} in ${path}.`],
  };
}
