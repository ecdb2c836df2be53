import type { Call, Outcome } from '../../command.ts';
import { count } from '../../output/count.ts';
import { undeclaredPrefixes } from './file-prefixes.ts';
import { openReleases, requireEnvironment } from './release.ts';

export async function run(call: Call): Promise<Outcome> {
  await call.config();
  const releases = await openReleases(call);
  const { client, projectId } = releases;
  const environment = requireEnvironment(releases, call.flags.text('env') ?? 'production', 'env');
  const { id: environmentId, slug, prefixes: declared } = environment;
  const added = undeclaredPrefixes(releases, environment);
  const prefixes = [...declared, ...added];
  const dryRun = call.flags.has('dry-run');
  if (added.length > 0 && !dryRun) {
    await client.i18n.environments.update({ projectId, environmentId, prefixes });
  }
  const line =
    added.length === 0
      ? `${slug} declares all prefixes of the files.`
      : dryRun
        ? `${slug} would declare ${count(added.length, 'more prefix', 'more prefixes')}: ${added.join(', ')}`
        : `${slug} declares ${count(added.length, 'more prefix', 'more prefixes')}: ${added.join(', ')}`;
  return { data: { environment: slug, prefixes, added, dryRun }, lines: [line] };
}
