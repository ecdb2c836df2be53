import { i18nIgnoredChecksList } from '@parlance/contracts';
import { getValueHead, listIgnoredChecks } from '../../domain/content/index.ts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { getProject } from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';

export const i18nIgnoredChecksListRoute = route(
  i18nIgnoredChecksList,
  async ({ deps, principal, params, query }) => {
    const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
    const { locale_id: localeId, key_id: keyId } = await getValueHead(deps.db, id, params.valueId);
    const page = await listIgnoredChecks(deps.db, id, { localeId, keyId }, pageQueryOf(query));
    return listAnswer(page, ({ code, ignored, version, at, ...row }) => ({
      code,
      ignored,
      version,
      by: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
      at: at.toISOString(),
    }));
  },
);
