import { i18nReleasesCreate } from '@parlance/contracts';
import { requireLocaleTags } from '../../domain/locale/locale-tag.ts';
import { publishRelease } from '../../domain/release/publish-release.ts';
import { route } from '../../http/route.ts';
import { presentRelease } from './release.present.ts';

export const i18nReleasesCreateRoute = route(
  i18nReleasesCreate,
  async ({ deps, principal, params, body, request }) => {
    const { release, isNew } = await publishRelease(deps, principal, {
      projectId: params.projectId,
      environment: body.environment,
      locales: body.locales ? requireLocaleTags(body.locales, '/locales') : null,
      note: body.note ?? '',
      fromReleaseId: body.fromReleaseId ?? null,
      skipUnchanged: body.skipUnchanged ?? false,
      failOn: body.failOn ?? null,
      address: request.ip,
    });
    return { data: presentRelease(release), status: isNew ? 201 : 200 };
  },
);
