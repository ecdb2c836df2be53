import { i18nReleasesCreate } from '@parlance/contracts';
import { requireLocaleTags } from '../../domain/project/index.ts';
import { createRelease } from '../../domain/release/index.ts';
import { waitMsOf } from '../../http/body/prefer.ts';
import { route } from '../../http/route.ts';
import { presentRelease } from './release.present.ts';

/** Default time to wait for the release, in seconds. It is long enough for most projects. */
const WAIT_SECONDS = 10;

export const i18nReleasesCreateRoute = route(
  i18nReleasesCreate,
  async ({ deps, principal, params, body, request, signal }) => {
    const input = {
      projectId: params.projectId,
      environment: body.environment,
      locales: body.locales ? requireLocaleTags(body.locales, '/locales') : null,
      note: body.note ?? '',
      fromReleaseId: body.fromReleaseId ?? null,
      skipUnchanged: body.skipUnchanged ?? false,
      failOn: body.failOn ?? null,
      address: request.ip,
    };
    const waiting = { waitMs: waitMsOf(request, WAIT_SECONDS), signal };
    const { release, isNew } = await createRelease(deps, principal, input, waiting);
    const status = release.status === 'publishing' ? 202 : isNew ? 201 : 200;
    return { data: presentRelease(release), status };
  },
);
