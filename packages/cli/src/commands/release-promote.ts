import type { Call, Outcome } from '../command.ts';
import { failUsage } from '../fault.ts';
import { describeRelease, openReleases, requireEnvironment } from './release.ts';

export async function run(call: Call): Promise<Outcome> {
  const { flags } = call;
  const releases = await openReleases(call);
  const { client, projectId } = releases;
  const from = requireEnvironment(releases, flags.text('from'), 'from');
  const to = requireEnvironment(releases, flags.text('to') ?? 'production', 'to');
  const { data: live } = await client.i18n.releases.list({
    projectId,
    environment: from.slug,
    limit: 1,
  });
  const wanted = live[0] ?? failUsage(`${from.slug} has no release to promote.`);
  const { data } = await client.i18n.releases.create({
    projectId,
    environment: to.slug,
    fromReleaseId: wanted.id,
  });
  return {
    data: { release: data, from: wanted },
    lines: [
      `Published ${to.slug} ${describeRelease(data)}, the content of ${from.slug} ${wanted.version}`,
    ],
  };
}
