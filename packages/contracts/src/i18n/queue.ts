import { type Static, Type } from 'typebox';
import { endpoint, personal, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, nullable } from '../schema/build.ts';
import { CanonicalLocaleTag, counting, Id, Label } from '../schema/common.ts';
import { projectParams } from './projects.ts';

export const LocaleQueue = closed({
  localeCode: nullable(CanonicalLocaleTag, {
    description: 'Locale. Null for questions about keys.',
  }),
  proposals: counting('Values with an open proposal. The query `has:proposal` finds their rows.'),
  toReview: counting(
    'Values that wait for a review: `is:needs-review`, or `is:needs-review|translated` if releases contain only reviewed values.',
  ),
  questions: counting('Open questions. `waiting=me` lists their threads.'),
  outdated: counting(
    'Values of translatable keys that are older than their source string: `is:outdated`.',
  ),
  missing: counting('Required values that do not exist: `is:missing`.'),
});
export type LocaleQueue = Static<typeof LocaleQueue>;

export const ProjectQueue = named(
  'ProjectQueue',
  {
    projectId: Id,
    projectName: Label,
    requireReview: Type.Boolean({ description: 'True if releases contain only reviewed values.' }),
    locales: Type.Array(LocaleQueue, {
      maxItems: LIMITS.localesPerProject + 1,
      description:
        'Enabled target locales of the caller. The source locale and null are listed if they have open questions.',
    }),
  },
  'Work in a project that the role of the caller allows, in the locales of the caller. These are the locales to which the caller is limited, and of them those of the preference `languages`, if it names any.',
);
export type ProjectQueue = Static<typeof ProjectQueue>;

export const i18nQueueGet = endpoint({
  id: 'i18n.queue.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/queue',
  summary: 'Returns the work that waits for the caller in a project.',
  access: personal(scoped('i18n:read')),
  params: projectParams,
  data: ProjectQueue,
});
