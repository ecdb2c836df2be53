import { i18nMemoryDelete } from '@parlance/contracts';
import { deleteMemory } from '../../domain/translation/index.ts';
import { route } from '../../http/route.ts';

export const i18nMemoryDeleteRoute = route(
  i18nMemoryDelete,
  async ({ deps, principal, params, request }) => {
    const call = { ...params, principal, address: request.ip };
    return { data: { deleted: await deleteMemory(deps, call) } };
  },
);
