import { LIMITS, translateMultilingual } from '@parlance/contracts';
import { translateNow } from '../../domain/translation/translate-now.ts';
import { resolveRequest } from '../../domain/translation/translation-request.ts';
import { fail } from '../../errors.ts';
import { requireScopes } from '../../http/authorize.ts';
import { route } from '../../http/route.ts';
import { presentItems, presentUsage } from './translation.present.ts';

export const translateMultilingualRoute = route(
  translateMultilingual,
  async ({ deps, principal, body, signal }) => {
    if (body.projectId !== undefined) requireScopes(principal, ['i18n:read']);
    const request = await resolveRequest(deps.db, principal, body);
    const size = request.strings.length * request.targetLocales.length;
    if (size > LIMITS.synchronousStrings) {
      fail(
        'limit_exceeded',
        `A call has at most ${LIMITS.synchronousStrings} strings × targets, this one has ${size}; a job takes more.`,
      );
    }
    const { organizationId } = principal;
    const { locales, usage } = await translateNow(deps, request, { organizationId, signal });
    const items = locales.map((locale) => [locale.locale, { items: presentItems(locale) }]);
    return { data: { locales: Object.fromEntries(items), usage: presentUsage(usage) } };
  },
);
