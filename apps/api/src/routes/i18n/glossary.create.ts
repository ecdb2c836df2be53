import { i18nGlossaryCreate } from '@parlance/contracts';
import { createTerm } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentGlossaryTerm } from './glossary-term.present.ts';

export const i18nGlossaryCreateRoute = route(
  i18nGlossaryCreate,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...body, ...params, principal, address: request.ip };
    return { data: presentGlossaryTerm(await createTerm(deps, call)) };
  },
);
