import type { Client, Environment, Release } from '@parlance/sdk';
import { connect, requireProjectId } from '../auth/connect.ts';
import type { Call } from '../command.ts';
import { findConfig } from '../config/read-config.ts';
import { failUsage } from '../fault.ts';

export interface ReleaseCall {
  client: Client;
  projectId: string;
  environments: readonly Environment[];
}

/** Connects to the project, with or without a configuration. */
export async function openReleases(call: Call): Promise<ReleaseCall> {
  const config = findConfig(call.io.cwd) === null ? null : await call.config();
  const { client } = connect(call, config);
  const projectId = requireProjectId(call, config);
  const environments = await Array.fromAsync(client.i18n.environments.listAll({ projectId }));
  return { client, projectId, environments };
}

/** @throws CliError that names the environments there are */
export function requireEnvironment(
  { environments }: ReleaseCall,
  slug: string | undefined,
  flag: string,
): Environment {
  const found = environments.find((one) => one.slug === slug);
  if (found) return found;
  const slugs = environments.map((one) => one.slug).join(', ');
  return failUsage(`--${flag} names an environment of the project: ${slugs}.`);
}

export const describeRelease = ({ version, createdAt, note }: Release): string =>
  `${version}  ${createdAt}${note ? `  ${note}` : ''}`;
