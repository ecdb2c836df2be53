import { i18nBundlesGet } from '@parlance/contracts';
import { fail } from '../../errors.ts';
import { bundleRequest } from '../../http/bundle/bundle-address.ts';
import { writeBundle } from '../../http/bundle/bundle-answer.ts';
import { route } from '../../http/route.ts';

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
    const answers = await bundles.get(address, countMiss);
    reply.hijack();
    // Removes headers that the router has set for JSON responses.
    for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
    writeBundle(request.raw, reply.raw, answers, request.id);
    return { raw: null, headers: {} };
  },
);
