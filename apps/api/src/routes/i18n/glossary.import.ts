import { i18nGlossaryImport } from '@parlance/contracts';
import { importTerms } from '../../domain/editing/index.ts';
import { inCatalogWords } from '../../domain/kernel/index.ts';
import { route } from '../../http/route.ts';

export const i18nGlossaryImportRoute = route(
  i18nGlossaryImport,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...body, ...params, principal, address: request.ip };
    return { data: await inCatalogWords('content_invalid', () => importTerms(deps, call)) };
  },
);
