import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named } from '../schema/build.ts';
import { CanonicalLocaleTag, counting } from '../schema/common.ts';
import { projectParams } from './projects.ts';

export const progressDays = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: LIMITS.progressDays,
    default: 30,
    description:
      'Number of days in UTC, today included (1–180). Defaults to 30. Progress is kept for 180 days.',
  }),
);

export const ProgressPoint = named(
  'ProgressPoint',
  {
    day: Type.String({ format: 'date', description: 'Day in UTC.' }),
    translated: counting('Values that were translated or reviewed.'),
    needsReview: counting('Values that needed review.'),
    missing: counting('Values that did not exist.'),
  },
  'Number of values at the end of a day, or now.',
);
export type ProgressPoint = Static<typeof ProgressPoint>;

export const progressPoints = Type.Array(ProgressPoint, {
  description:
    'Oldest first. A day without a point had the same figures as the point before it. The last point has the figures of now.',
});

export const LocaleProgress = named(
  'LocaleProgress',
  { locale: CanonicalLocaleTag, points: progressPoints },
  'Progress of a locale over time.',
);
export type LocaleProgress = Static<typeof LocaleProgress>;

export const i18nProgressGet = endpoint({
  id: 'i18n.progress.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/progress',
  summary: 'Returns the daily progress of each enabled locale, the source locale included.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: closed({ days: progressDays }),
  data: Type.Array(LocaleProgress),
});
