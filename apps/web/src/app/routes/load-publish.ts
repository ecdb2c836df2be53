import type { Environment } from '@parlance/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { countsQuery } from '../../features/editor/editor.queries.ts';
import { localesQuery, projectQuery } from '../../features/projects/projects.queries.ts';
import type { PublishSource } from '../../features/releases/publish-source.ts';
import { pendingQuery, releaseQuery } from '../../features/releases/releases.queries.ts';
import { environmentQuery } from '../../lib/environments.queries.ts';

/**
 * Loads what the page that publishes shows: the changes of the current values or, with `from`, of
 * the content of an earlier release. Throws `notFound` for an unknown environment.
 */
export async function loadPublish(
  queries: QueryClient,
  ids: readonly [organizationId: string, projectId: string],
  { env, from }: { env: string; from?: string },
): Promise<{ environment: Environment; source: PublishSource }> {
  const environment = await queries.fetchQuery(environmentQuery(...ids, env));
  if (!environment) throw notFound();
  const environmentId = environment.id;
  const project = await queries.ensureQueryData(projectQuery(...ids));
  const { sourceLocale } = project;
  if (from !== undefined) {
    const [release, changes] = await Promise.all([
      queries.ensureQueryData(releaseQuery(...ids, from)),
      queries.fetchQuery(pendingQuery(...ids, { environmentId, fromReleaseId: from })),
    ]);
    return { environment, source: { release, changes, sourceLocale } };
  }
  const [pending, locales] = await Promise.all([
    queries.fetchQuery(pendingQuery(...ids, { environmentId })),
    queries.ensureQueryData(localesQuery(...ids)),
  ]);
  const targets = locales.filter(({ enabled, isSource }) => enabled && !isSource);
  const codes = targets.map(({ code }) => code);
  const counts = codes.length === 0 ? [] : await queries.fetchQuery(countsQuery(...ids, codes));
  const { requireReview } = project.settings;
  return { environment, source: { pending, counts, requireReview, sourceLocale } };
}
