import { i18nQueueGet } from '@parlance/contracts';
import { viewQueue } from '../../domain/editor/index.ts';
import { route } from '../../http/route.ts';

export const i18nQueueGetRoute = route(i18nQueueGet, async ({ deps, principal, params }) => ({
  data: await viewQueue(deps, principal, params.projectId),
}));
