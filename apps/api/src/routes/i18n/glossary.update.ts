import { i18nGlossaryUpdate } from '@parlance/contracts';
import { updateTerm } from '../../domain/editing/index.ts';
import { route } from '../../http/route.ts';
import { presentGlossaryTerm } from './glossary-term.present.ts';

export const i18nGlossaryUpdateRoute = route(
  i18nGlossaryUpdate,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...body, ...params, principal, address: request.ip };
    return { data: presentGlossaryTerm(await updateTerm(deps, call)) };
  },
);
