import type { Call, Outcome } from '../../command.ts';
import { describeLocales, describeRelease, openReleases, requireEnvironment } from './release.ts';

export async function run(call: Call): Promise<Outcome> {
  const releases = await openReleases(call);
  const environment = requireEnvironment(releases, call.flags.text('env') ?? 'production', 'env');
  const { data } = await releases.client.i18n.releases.list({
    projectId: releases.projectId,
    environment: environment.slug,
  });
  const liveId = environment.latestRelease?.id;
  return {
    data: { releases: data },
    lines: data.flatMap((release) => [
      describeRelease(release, release.id === liveId),
      ...describeLocales(release).map((line) => `   ${line}`),
    ]),
  };
}
