import { translateMultilingual } from '@parlance/contracts';
import { requireCallSize, resolveRequest, translateNow } from '../../domain/translation/index.ts';
import { route } from '../../http/route.ts';
import { presentItems, presentUsage } from './translation.present.ts';

export const translateMultilingualRoute = route(
  translateMultilingual,
  async ({ deps, principal, body, signal }) => {
    // Rejects too many strings before the target locales are read.
    requireCallSize(body.strings.length);
    const request = await resolveRequest(deps.db, principal, body);
    const { locales, usage } = await translateNow(deps, request, signal);
    const items = locales.map((locale) => [locale.locale, { items: presentItems(locale) }]);
    return { data: { locales: Object.fromEntries(items), usage: presentUsage(usage) } };
  },
);
