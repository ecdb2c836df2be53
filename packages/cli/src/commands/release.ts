import type { CallOptions, Client, Environment, InputOf, Release } from '@parlance/sdk';
import { connect, requireProjectId } from '../auth/connect.ts';
import type { Call } from '../command.ts';
import { findCallConfig } from '../config/read-config.ts';
import { CliError, EXIT, failUsage, faultsOf } from '../fault.ts';
import { collect } from '../lists.ts';
import { describeFault } from '../output/describe-fault.ts';

export interface ReleaseCall {
  client: Client;
  projectId: string;
  environments: readonly Environment[];
}

/** Connects to the project, with or without a configuration. */
export async function openReleases(call: Call): Promise<ReleaseCall> {
  const config = await findCallConfig(call);
  const { client } = connect(call, config);
  const projectId = requireProjectId(call, config);
  const environments = await collect(client.i18n.environments.listAll({ projectId }));
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

const WAIT_SECONDS = 60;

/** Publishes, and waits until readers get the release. @throws CliError that says why it failed */
export async function publish(
  { client, projectId }: ReleaseCall,
  order: Omit<InputOf<'i18n.releases.create'>, 'projectId'>,
  options: CallOptions = {},
): Promise<Release> {
  const { releases } = client.i18n;
  let { data: release } = await releases.create({ projectId, ...order }, options);
  while (release.status === 'publishing') {
    const place = { projectId, releaseId: release.id };
    release = (await releases.get(place, { waitSeconds: WAIT_SECONDS })).data;
  }
  if (release.error) {
    const { code, detail, errors } = release.error;
    throw new CliError(EXIT.no, faultsOf(code, detail, errors), { release });
  }
  return release;
}

/** Finds a release of an environment. Without a version: its live release. @throws CliError if there is none */
export async function findRelease(
  { client, projectId }: ReleaseCall,
  { slug, latestRelease }: Environment,
  version: string | undefined,
): Promise<Release> {
  const { releases } = client.i18n;
  if (version === undefined) {
    const live = latestRelease ?? failUsage(`${slug} has no release.`);
    return (await releases.get({ projectId, releaseId: live.id })).data;
  }
  for await (const one of releases.listAll({ projectId, environment: slug })) {
    if (String(one.version) !== version || one.status !== 'published') continue;
    return (await releases.get({ projectId, releaseId: one.id })).data;
  }
  return failUsage(`${slug} has no release ${version}. Run parlance release list --env ${slug}.`);
}

export const describeRelease = ({ version, createdAt, note, status }: Release): string =>
  `${version}  ${createdAt}${status === 'published' ? '' : `  (${status})`}${note ? `  ${note}` : ''}`;

/** Lines with the findings of a release. */
export const describeChecks = ({
  errors,
  warnings,
  findings,
}: NonNullable<Release['checks']>): string[] => [
  `${errors} errors, ${warnings} warnings`,
  ...findings.map(
    ({ locale, key, code, severity, message }) =>
      `${severity}: ${describeFault({ code, message, path: `${locale} ${key}` })} [${code}]`,
  ),
];
