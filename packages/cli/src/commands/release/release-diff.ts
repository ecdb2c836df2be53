import { isParlanceError, type Release } from '@parlance/sdk';
import type { Call, Outcome } from '../../command.ts';
import { EXIT } from '../../fault.ts';
import { collect } from '../../lists.ts';
import { type ChangeInLocale, describeChange } from './preview.ts';
import {
  findRelease,
  openReleases,
  type ReleaseCall,
  requireEnvironment,
  requireLocales,
} from './release.ts';

export async function run(call: Call): Promise<Outcome> {
  const { flags } = call;
  const [version, against] = call.arguments;
  const releases = await openReleases(call);
  const { client, projectId } = releases;
  const environment = requireEnvironment(releases, flags.text('env') ?? 'production', 'env');
  const release = await findRelease(releases, environment, version);
  const other = against === undefined ? null : await findRelease(releases, environment, against);
  const wanted = flags.texts('locale');
  const before = other ?? (await findReleaseBefore(releases, release));
  const codes = localesOf([release, ...(before ? [before] : [])]);
  requireLocales(wanted, codes);
  const changes: ChangeInLocale[] = [];
  for (const locale of codes) {
    if (wanted.length > 0 && !wanted.includes(locale)) continue;
    const place = { projectId, releaseId: release.id, locale };
    const listed = client.i18n.releases.diffAll(other ? { ...place, against: other.id } : place);
    const isIn = release.locales.some(({ code }) => code === locale);
    const read = collect(listed).catch(isIn ? undefined : ignoreUnchanged);
    for (const change of await read) changes.push({ locale, ...change });
  }
  return {
    data: { release: release.version, against: other?.version ?? null, changes },
    lines: changes.flatMap(({ locale, ...change }) => describeChange(locale, change)),
    exit: changes.length === 0 ? EXIT.done : EXIT.no,
  };
}

/** Returns the published release before a release in its environment. Null for the first release. */
async function findReleaseBefore(
  { client, projectId }: ReleaseCall,
  { version, environment }: Release,
): Promise<Release | null> {
  for await (const one of client.i18n.releases.listAll({ projectId, environment })) {
    if (one.version < version && one.status === 'published') return one;
  }
  return null;
}

/** Returns the locales that readers had with any of the releases. */
const localesOf = (releases: readonly Release[]): string[] =>
  [
    ...new Set(
      releases
        .flatMap(({ locales, keptLocales }) => [...locales, ...keptLocales])
        .map(({ code }) => code),
    ),
  ].sort();

/** Returns no changes for a locale that the release left to readers as it was. */
function ignoreUnchanged(error: unknown): [] {
  if (isParlanceError(error, 'not_found')) return [];
  throw error;
}
