import type { Call, Outcome } from '../command.ts';
import { describeRelease, openReleases, publish, requireEnvironment } from './release.ts';

type FailOn = 'error' | 'warning';

export async function run(call: Call): Promise<Outcome> {
  const { flags, io } = call;
  const releases = await openReleases(call);
  const environment = requireEnvironment(releases, flags.text('env') ?? 'production', 'env');
  const locales = [...flags.texts('locale')];
  const idempotencyKey = runOf(io.env);
  const release = await publish(
    releases,
    {
      environment: environment.slug,
      note: flags.text('note'),
      failOn: flags.text('fail-on') as FailOn | undefined,
      skipUnchanged: flags.has('skip-unchanged'),
      ...(locales.length === 0 ? {} : { locales }),
    },
    idempotencyKey === null
      ? {}
      : { idempotencyKey: `${idempotencyKey}-${environment.slug}-${locales.join('+')}` },
  );
  return {
    data: { release },
    lines: [`Published ${environment.slug} ${describeRelease(release)}`],
  };
}

/** Names the run of a pipeline, so that a step that is repeated publishes once. */
function runOf(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env.GITHUB_RUN_ID) return `github-${env.GITHUB_RUN_ID}-${env.GITHUB_RUN_ATTEMPT ?? '1'}`;
  return env.CI_JOB_ID ? `gitlab-${env.CI_JOB_ID}` : null;
}
