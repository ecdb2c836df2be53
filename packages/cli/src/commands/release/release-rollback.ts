import type { Call, Outcome } from '../../command.ts';
import { failUsage } from '../../fault.ts';
import { collect } from '../../lists.ts';
import { PROGRAM } from '../../program.ts';
import { publishContent } from './publish-content.ts';
import { openReleases, requireEnvironment } from './release.ts';

export async function run(call: Call): Promise<Outcome> {
  const [text] = call.arguments;
  const releases = await openReleases(call);
  const { client, projectId } = releases;
  const environment = requireEnvironment(releases, call.flags.text('env') ?? 'production', 'env');
  const { slug } = environment;
  const listed = client.i18n.releases.listAll({ projectId, environment: slug });
  const all = (await collect(listed)).filter(({ status }) => status === 'published');
  const wanted = text === undefined ? all[1] : all.find(({ version }) => String(version) === text);
  if (!wanted) {
    failUsage(
      text === undefined
        ? `${slug} has no release before the live one.`
        : `${slug} has no release ${text}. Run ${PROGRAM} release list --env ${slug}.`,
    );
  }
  return publishContent(call, releases, environment, wanted);
}
