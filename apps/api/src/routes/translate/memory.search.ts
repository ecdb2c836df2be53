import { DEFAULT_MIN_SCORE, LIMITS, translateMemorySearch } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject, requireLanguageTag } from '../../domain/project/index.ts';
import { searchMemory } from '../../domain/translation/index.ts';
import { route } from '../../http/route.ts';

export const translateMemorySearchRoute = route(
  translateMemorySearch,
  async ({ deps, principal, body }) => {
    const owner = ownerOf(principal);
    const project =
      body.projectId === undefined ? null : await getProject(deps.db, owner, body.projectId);
    const scope = {
      organizationId: owner.organizationId,
      projectIds: project ? [project.id] : owner.projectIds,
      homeProjectId: null,
    };
    const entries = await searchMemory(deps.db, scope, {
      text: body.text,
      sourceLocale: requireLanguageTag(body.sourceLocale, '/sourceLocale'),
      targetLocale: requireLanguageTag(body.targetLocale, '/targetLocale'),
      messageFormat: project?.settings.messageFormat ?? 'auto',
      minScore: body.minScore ?? DEFAULT_MIN_SCORE,
      limit: body.limit ?? LIMITS.memoryMatches,
    });
    return {
      data: entries.map(({ score, source, target, project_id, key }) => ({
        score,
        source,
        target,
        projectId: project_id,
        key,
      })),
    };
  },
);
