import { i18nBundlesGet } from '@parlance/contracts';
import { projectTag } from '../../domain/project/index.ts';
import { Failure, fail } from '../../errors.ts';
import { bundleRequest } from '../../http/bundle/bundle-address.ts';
import { writeBundle } from '../../http/bundle/bundle-answer.ts';
import { route } from '../../http/route.ts';

/**
 * Headers of the response while delivery is stopped. Caches ask again after a minute, or when the project is purged
 * because delivery was resumed.
 */
const goneHeaders = ({ projectId }: { projectId: string }): Record<string, string> => ({
  'Cache-Control': 'public, max-age=60',
  'Surrogate-Key': projectTag(projectId.toLowerCase()),
  'Cache-Tag': projectTag(projectId.toLowerCase()),
});

/** Serves bundles that are not in the cache. Cached bundles are served before the router runs. */
export const i18nBundlesGetRoute = route(
  i18nBundlesGet,
  async ({ bundles, params, query, request, reply, countMiss }) => {
    const address = bundleRequest({
      projectId: params.projectId,
      environment: params.environment,
      localeCode: params.localeCode,
      shape: query.shape ?? 'nested',
      envelope: query.envelope ?? true,
      prefix: query.prefix ?? null,
      version: query.release ?? null,
    });
    if (!address) {
      const errors = [{ path: 'params/localeCode', message: 'is not a BCP 47 tag' }];
      fail('validation_failed', 'params/localeCode is not a BCP 47 tag.', { errors });
    }
    const answers = await bundles.get(address, countMiss).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'gone') reply.headers(goneHeaders(params));
      throw error;
    });
    reply.hijack();
    // Removes headers that the router has set for JSON responses.
    for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
    writeBundle(request.raw, reply.raw, answers, request.id);
    return { raw: null, headers: {} };
  },
);
