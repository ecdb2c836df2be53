import { i18nGlossaryDelete } from '@parlance/contracts';
import { updateTerm } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentGlossaryTerm } from './glossary-term.present.ts';

export const i18nGlossaryDeleteRoute = route(
  i18nGlossaryDelete,
  async ({ deps, principal, params, request }) => {
    const call = { archived: true, ...params, principal, address: request.ip };
    return { data: presentGlossaryTerm(await updateTerm(deps, call)) };
  },
);
