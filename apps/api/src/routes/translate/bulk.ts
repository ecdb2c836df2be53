import { translateBulk } from '@parlance/contracts';
import { requireCallSize, resolveRequest, translateNow } from '../../domain/translation/index.ts';
import { route } from '../../http/route.ts';
import { presentItems, presentUsage } from './translation.present.ts';

export const translateBulkRoute = route(
  translateBulk,
  async ({ deps, principal, body, signal }) => {
    // Rejects too many strings before the target locales are read.
    requireCallSize(body.strings.length);
    const request = await resolveRequest(deps.db, principal, body);
    const { locales, usage } = await translateNow(deps, request, signal);
    return { data: { items: presentItems(locales[0]!), usage: presentUsage(usage) } };
  },
);
