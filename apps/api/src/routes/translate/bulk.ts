import { translateBulk } from '@parlance/contracts';
import { translateNow } from '../../domain/translation/translate-now.ts';
import { resolveRequest } from '../../domain/translation/translation-request.ts';
import { requireScopes } from '../../http/authorize.ts';
import { route } from '../../http/route.ts';
import { presentItems, presentUsage } from './translation.present.ts';

export const translateBulkRoute = route(
  translateBulk,
  async ({ deps, principal, body, signal }) => {
    const { targetLocale, ...rest } = body;
    if (body.projectId !== undefined) requireScopes(principal, ['i18n:read']);
    const request = await resolveRequest(deps.db, principal, {
      ...rest,
      targetLocales: [targetLocale],
    });
    const { organizationId } = principal;
    const { locales, usage } = await translateNow(deps, request, { organizationId, signal });
    return { data: { items: presentItems(locales[0]!), usage: presentUsage(usage) } };
  },
);
