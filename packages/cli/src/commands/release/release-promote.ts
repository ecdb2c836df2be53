import type { Call, Outcome } from '../../command.ts';
import { failUsage } from '../../fault.ts';
import { publishContent } from './publish-content.ts';
import { openReleases, requireEnvironment } from './release.ts';

export async function run(call: Call): Promise<Outcome> {
  const { flags } = call;
  const releases = await openReleases(call);
  const { client, projectId } = releases;
  const from = requireEnvironment(releases, flags.text('from'), 'from');
  const to = requireEnvironment(releases, flags.text('to') ?? 'production', 'to');
  const live = from.latestRelease ?? failUsage(`${from.slug} has no release to promote.`);
  const { data: wanted } = await client.i18n.releases.get({ projectId, releaseId: live.id });
  return publishContent(call, releases, to, wanted);
}
