import { i18nEnvironmentsPending } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getWritableProject, requireLocaleTag } from '../../domain/project/index.ts';
import { previewRelease } from '../../domain/release/index.ts';
import { route } from '../../http/route.ts';
import { presentChecks, presentStandIns } from './release.present.ts';

export const i18nEnvironmentsPendingRoute = route(
  i18nEnvironmentsPending,
  async ({ deps, principal, params, query, signal }) => {
    const { locale, fromReleaseId = null, limit, cursor } = query;
    const project = await getWritableProject(deps.db, ownerOf(principal), params.projectId);
    const wanted = {
      environmentId: params.environmentId,
      fromReleaseId,
      locale: locale === undefined ? null : requireLocaleTag(locale, 'query/locale'),
      limit,
      cursor,
    };
    const pending = await previewRelease(deps, project, wanted, signal);
    const { live, locales, checkCounts, checkLevels, findings, changes } = pending;
    return {
      data: {
        liveRelease: live && { id: live.releaseId, version: live.version },
        locales: locales.map((locale) => ({
          ...locale,
          standIns: locale.standIns && presentStandIns(locale.standIns),
        })),
        checks: presentChecks(checkCounts, findings, checkLevels),
        changes,
      },
      meta: { nextCursor: pending.nextCursor, limit: pending.limit },
    };
  },
);
