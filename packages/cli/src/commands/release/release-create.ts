import { type Environment, isParlanceError, type Release, type ReleaseChecks } from '@parlance/sdk';
import { bundlesOf } from '../../auth/connect.ts';
import type { Call, Outcome } from '../../command.ts';
import { EXIT } from '../../fault.ts';
import type { FlagValues } from '../../flag-values.ts';
import { PROGRAM } from '../../program.ts';
import { undeclaredPrefixes } from './file-prefixes.ts';
import { listChanges, readPending } from './preview.ts';
import {
  describeChecks,
  describeLocales,
  describeRelease,
  describeStandIns,
  openReleases,
  publish,
  type ReleaseCall,
  requireEnvironment,
} from './release.ts';

type FailOn = 'error' | 'warning';

export async function run(call: Call): Promise<Outcome> {
  const { flags, io } = call;
  const releases = await openReleases(call);
  const environment = requireEnvironment(releases, flags.text('env') ?? 'production', 'env');
  const locales = [...flags.texts('locale')];
  if (flags.has('dry-run')) return previewRelease(releases, environment, flags);
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
  const isUnchanged = flags.has('skip-unchanged') && release.id === environment.latestRelease?.id;
  const line = isUnchanged
    ? `Nothing new to publish: ${environment.slug} still serves ${describeRelease(release)}`
    : `Published ${environment.slug} ${describeRelease(release)}`;
  const undeclared = undeclaredPrefixes(releases, environment);
  if (undeclared.length > 0) {
    call.note(
      `Apps cannot load the texts of one prefix alone, such as ${undeclared[0]} of the files: to allow this, run ${PROGRAM} release prefixes --env ${environment.slug}.`,
    );
  }
  const { checks } = release;
  const isFaulty = checks !== undefined && checks.errors + checks.warnings > 0;
  const bundles = await readAddress(releases, release);
  const [first, ...others] = release.locales.map(({ code }) => code);
  const address =
    bundles === null || first === undefined
      ? []
      : [
          `Bundle of ${first}: ${bundles}/${first}${others.length === 0 ? '' : `; others: ${others.join(', ')}`}`,
        ];
  return {
    data: { release, published: !isUnchanged, bundles },
    lines: [
      line,
      ...describeLocales(release),
      ...(isFaulty && !isUnchanged ? describeChecks(checks) : []),
      ...address,
    ],
  };
}

/**
 * Returns the address at which apps read bundles, without the locale. Null if the key may not read
 * the project, whose id is a part of the address.
 */
async function readAddress(
  { client, url, projectId }: ReleaseCall,
  { environment }: Release,
): Promise<string | null> {
  try {
    const { data } = await client.i18n.projects.get({ projectId });
    return `${bundlesOf({ url }, data.id)}/${environment}`;
  } catch (error) {
    if (isParlanceError(error, 'insufficient_scope')) return null;
    throw error;
  }
}

/**
 * Describes the changes that a release would contain. The exit code is 1 if findings would block
 * the release.
 */
async function previewRelease(
  releases: ReleaseCall,
  environment: Environment,
  flags: FlagValues,
): Promise<Outcome> {
  const { slug } = environment;
  const wanted = flags.texts('locale');
  const order = { environment, wanted };
  const pending = await readPending(releases, order);
  const { locales } = pending;
  const isPart = wanted.length > 0;
  const { changes, lines, ...parts } = await listChanges(releases, order, locales, isPart);
  const checks = isPart ? sumChecks(parts.checks) : pending.checks;
  const { errors, warnings } = checks;
  const blocking =
    { error: errors, warning: errors + warnings }[flags.text('fail-on') as FailOn] ?? 0;
  return {
    data: { dryRun: true, pending: { ...pending, checks }, changes },
    lines: [
      `Nothing was published in ${slug}: --dry-run.`,
      ...lines,
      ...describeStandIns(locales.filter(({ kept }) => !kept)),
      ...describeChecks(checks),
    ],
    exit: blocking > 0 ? EXIT.no : EXIT.done,
  };
}

/** Adds the results of the checks of several locales. */
function sumChecks(parts: readonly ReleaseChecks[]): ReleaseChecks {
  const byCode: Record<string, number> = {};
  for (const [code, count] of parts.flatMap((part) => Object.entries(part.byCode))) {
    byCode[code] = (byCode[code] ?? 0) + count;
  }
  return {
    errors: parts.reduce((sum, { errors }) => sum + errors, 0),
    warnings: parts.reduce((sum, { warnings }) => sum + warnings, 0),
    byCode,
    findings: parts.flatMap(({ findings }) => findings),
  };
}

/** Returns the id of the CI run. The id prevents a second release if the CI step is repeated. */
function runOf(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env.GITHUB_RUN_ID) return `github-${env.GITHUB_RUN_ID}-${env.GITHUB_RUN_ATTEMPT ?? '1'}`;
  return env.CI_JOB_ID ? `gitlab-${env.CI_JOB_ID}` : null;
}
