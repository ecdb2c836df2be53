import type { Environment, Release } from '@parlance/sdk';
import type { Call, Outcome } from '../../command.ts';
import { listChanges, readPending } from './preview.ts';
import { describeLocales, describeRelease, publish, type ReleaseCall } from './release.ts';

/**
 * Publishes an earlier release again, or its locales of `--locale`. With `--dry-run`, only shows
 * the changes.
 */
export async function publishContent(
  call: Call,
  releases: ReleaseCall,
  environment: Environment,
  from: Release,
): Promise<Outcome> {
  const locales = [...call.flags.texts('locale')];
  if (call.flags.has('dry-run')) return previewContent(releases, environment, { from, locales });
  const { slug } = environment;
  const release = await publish(releases, {
    environment: slug,
    fromReleaseId: from.id,
    ...(locales.length === 0 ? {} : { locales }),
  });
  return {
    data: { release, from },
    lines: [`Published ${slug} ${describeRelease(release)}`, ...describeLocales(release)],
  };
}

async function previewContent(
  releases: ReleaseCall,
  environment: Environment,
  { from, locales: wanted }: { from: Release; locales: readonly string[] },
): Promise<Outcome> {
  const order = { environment, wanted, fromReleaseId: from.id };
  const pending = await readPending(releases, order);
  const { changes, lines } = await listChanges(releases, order, pending.locales);
  return {
    data: {
      dryRun: true,
      from,
      locales: pending.locales.map(({ code, added, changed, removed, kept, ends }) => ({
        code,
        added,
        changed,
        removed,
        kept,
        ends,
      })),
      changes,
    },
    lines: [
      `Nothing was published in ${environment.slug}: --dry-run. It would get the content of ${from.environment} ${from.version}.`,
      ...lines,
    ],
  };
}
