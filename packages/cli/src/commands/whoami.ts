import { connect } from '../auth/connect.ts';
import type { Call, Outcome } from '../command.ts';
import { findCallConfig } from '../config/read-config.ts';
import { escapeText } from '../output/escape-text.ts';

export async function run(call: Call): Promise<Outcome> {
  const { client, url, keySource } = connect(call, await findCallConfig(call));
  const { data } = await client.apiKeys.self();
  const { name, scopes, projectIds, expiresAt, organization } = data;
  return {
    data: { url, keySource, ...data },
    lines: [
      `server        ${url}`,
      `key           ${escapeText(name)} (from ${keySource})`,
      `organization  ${escapeText(organization.name)}`,
      `scopes        ${scopes.join(', ')}`,
      `projects      ${projectIds === null ? 'all' : projectIds.join(', ')}`,
      `expires       ${expiresAt ?? 'never'}`,
    ],
  };
}
