import type { ReleaseChange } from '@parlance/sdk';
import type { Call, Outcome } from '../../command.ts';
import { EXIT } from '../../fault.ts';
import { escapeText, quoteText } from '../../output/escape-text.ts';
import { findRelease, openReleases, requireEnvironment, requireLocales } from './release.ts';

export async function run(call: Call): Promise<Outcome> {
  const { flags } = call;
  const [version, against] = call.arguments;
  const releases = await openReleases(call);
  const { client, projectId } = releases;
  const environment = requireEnvironment(releases, flags.text('env') ?? 'production', 'env');
  const release = await findRelease(releases, environment, version);
  const other = against === undefined ? null : await findRelease(releases, environment, against);
  const wanted = flags.texts('locale');
  requireLocales(
    wanted,
    release.locales.map(({ code }) => code),
  );
  const changes: (ReleaseChange & { locale: string })[] = [];
  for (const { code: locale } of release.locales) {
    if (wanted.length > 0 && !wanted.includes(locale)) continue;
    const place = { projectId, releaseId: release.id, locale };
    const listed = client.i18n.releases.diffAll(other ? { ...place, against: other.id } : place);
    for await (const change of listed) changes.push({ locale, ...change });
  }
  return {
    data: { release: release.version, against: other?.version ?? null, changes },
    lines: changes.flatMap(({ locale, key, change, before, after }) => [
      `${locale}  ${escapeText(key)}  ${change}`,
      ...(before === null ? [] : [`  before  ${quoteText(before)}`]),
      ...(after === null ? [] : [`  after   ${quoteText(after)}`]),
    ]),
    exit: changes.length === 0 ? EXIT.done : EXIT.no,
  };
}
