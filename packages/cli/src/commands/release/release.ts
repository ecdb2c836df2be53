import type { Config } from '@parlance/config';
import type { CallOptions, Environment, InputOf, Release } from '@parlance/sdk';
import { type Connection, connect, requireProjectId } from '../../auth/connect.ts';
import type { Call } from '../../command.ts';
import { findCallConfig } from '../../config/read-config.ts';
import { CliError, EXIT, failUsage, faultsOf } from '../../fault.ts';
import { collect } from '../../lists.ts';
import { count } from '../../output/count.ts';
import { describeFault } from '../../output/describe-fault.ts';
import { didYouMean, localesInstead } from '../../output/did-you-mean.ts';
import { PROGRAM } from '../../program.ts';

export interface ReleaseCall extends Pick<Call, 'words'>, Pick<Connection, 'client' | 'url'> {
  projectId: string;
  environments: readonly Environment[];
  /** Null if there is no configuration file. */
  config: Config | null;
}

/** Connects to the project. The command also works without a configuration file. */
export async function openReleases(call: Call): Promise<ReleaseCall> {
  const config = await findCallConfig(call);
  const { client, url } = connect(call, config);
  const projectId = requireProjectId(call, config);
  const environments = await collect(client.i18n.environments.listAll({ projectId }));
  return { client, url, projectId, environments, config, words: call.words };
}

/**
 * Returns the environment that has the slug. If there is none, throws an error that lists all
 * environments.
 * @throws CliError
 */
export function requireEnvironment(
  { environments }: ReleaseCall,
  slug: string | undefined,
  flag: string,
): Environment {
  const found = environments.find((environment) => environment.slug === slug);
  if (found) return found;
  const slugs = environments.map((environment) => environment.slug);
  const all = slugs.join(', ');
  return failUsage(
    slug === undefined
      ? `--${flag} names an environment of the project: ${all}.`
      : `The project has no environment ${slug}.${didYouMean(slug, slugs)} --${flag} names one of these: ${all}. Create an environment on the page "Releases" of the web app, or with POST /v1/i18n/projects/{projectId}/environments.`,
  );
}

/** @throws CliError for a locale of `--locale` that a release does not have */
export function requireLocales(wanted: readonly string[], codes: readonly string[]): void {
  for (const one of wanted) {
    if (codes.includes(one)) continue;
    failUsage(`The release has no locale ${one}.${localesInstead(one, codes)}`);
  }
}

const WAIT_SECONDS = 60;

/**
 * Publishes a release and waits until it is live.
 * @throws CliError with the reason if publishing fails
 */
export async function publish(
  { client, projectId, words }: ReleaseCall,
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
    throw new CliError(EXIT.no, faultsOf(release.error, words), { release });
  }
  return release;
}

/**
 * Finds a release of an environment by its version. Without a version, returns the live release.
 * @throws CliError if there is no such release
 */
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
  return failUsage(`${slug} has no release ${version}. Run ${PROGRAM} release list --env ${slug}.`);
}

/** Describes a release in a line. `isLive` is true for the release that apps get now. */
export function describeRelease(release: Release, isLive = false): string {
  const { version, createdAt, note, status, fromRelease, environment } = release;
  const isElsewhere = fromRelease !== null && fromRelease.environment !== environment;
  const origin = isElsewhere ? `${fromRelease.environment} ` : '';
  const facts = [
    ...(isLive ? ['live'] : []),
    ...(status === 'published' ? [] : [status]),
    ...(fromRelease === null ? [] : [`content of ${origin}${fromRelease.version}`]),
  ];
  return `${version}  ${createdAt}${facts.length === 0 ? '' : `  (${facts.join(', ')})`}${note ? `  ${note}` : ''}`;
}

type LocaleOfRelease = Pick<Release['locales'][number], 'code' | 'keys' | 'standIns'>;

/** Describes the locales with texts of other locales, and the locales that keep the texts of an earlier release. */
export const describeLocales = (release: Release): string[] => [
  ...describeStandIns(release.locales),
  ...describeKept(release),
];

export const describeStandIns = (locales: readonly LocaleOfRelease[]): string[] =>
  locales.flatMap((locale) => {
    const lent = lentTexts(locale);
    return lent === null ? [] : [`${locale.code}  ${count(locale.keys, 'message')} (${lent})`];
  });

/** Describes the messages of a locale that are texts of other locales. Null if there are none. */
export const lentTexts = ({ standIns }: LocaleOfRelease): string | null =>
  standIns === null || standIns.length === 0
    ? null
    : standIns.map(({ keys, locale }) => `${count(keys, 'text')} of ${locale}`).join(', ');

export const describeKept = ({ keptLocales }: Release): string[] =>
  keptLocales.map(
    ({ code, release }) =>
      `${code}  not in this release: apps keep the texts of release ${release.version}`,
  );

export const describeChecks = ({
  errors,
  warnings,
  findings,
}: NonNullable<Release['checks']>): string[] => [
  `${count(errors, 'error')}, ${count(warnings, 'warning')}`,
  ...findings.map(
    ({ locale, key, code, severity, message }) =>
      `${severity}: ${describeFault({ code, message, path: `${locale} ${key}` })} [${code}]`,
  ),
];
