import { type Static, Type } from 'typebox';
import { Credits, Plan } from './billing.ts';
import { endpoint, scoped, unbound } from './endpoint.ts';
import { ValueCounts } from './i18n/values.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import { Actor, CanonicalLocaleTag, counting, Id, Label, Timestamp } from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';
import { UsageRow } from './usage.ts';

export const DashboardSummary = named('DashboardSummary', {
  projects: counting('Those that are not archived.'),
  keys: counting('Those that are not archived.'),
  locales: counting('Different ones that are enabled somewhere.'),
  values: ValueCounts,
  releases: counting('Those of environments that are not archived.'),
  jobs: closed(
    {
      queued: counting('Waiting for a worker.'),
      running: counting('Under way.'),
      failed: counting('Those in which nothing could be done.'),
    },
    { description: 'Translation jobs.' },
  ),
  usage: closed(
    { units30d: counting('Units of the last 30 days, today included.') },
    { description: 'What was translated.' },
  ),
  credits: nullable(Credits, { description: 'Null for an API key that is bound to projects.' }),
});
export type DashboardSummary = Static<typeof DashboardSummary>;

export const DashboardProject = named('DashboardProject', {
  id: Id,
  name: Label,
  sourceLocale: CanonicalLocaleTag,
  keys: counting('Those that are not archived.'),
  locales: Type.Array(
    closed({
      code: CanonicalLocaleTag,
      percent: Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'Of the values that it needs; 100 only where none is missing.',
      }),
    }),
    { description: 'The enabled ones.' },
  ),
  lastReleaseAt: nullable(Timestamp, { description: 'Null: not yet.' }),
  lastImportAt: nullable(Timestamp, { description: 'Null: not yet.' }),
});
export type DashboardProject = Static<typeof DashboardProject>;

export const DashboardActivity = named('DashboardActivity', {
  id: Id,
  type: choice(['import', 'release', 'translation_job'], { description: 'What happened.' }),
  projectId: nullable(Id, { description: 'Null for a job of strings without a project.' }),
  projectName: nullable(Type.String(), { description: 'As it is now.' }),
  actor: Actor,
  summary: Type.String({
    description: 'For people: `Published version 3 to Production with 4 locales`.',
  }),
  at: Timestamp,
});
export type DashboardActivity = Static<typeof DashboardActivity>;

export const DashboardUsage = named('DashboardUsage', {
  credits: Credits,
  plan: Plan,
  series: Type.Array(UsageRow, { description: 'The last 30 days; one without usage has no row.' }),
});
export type DashboardUsage = Static<typeof DashboardUsage>;

export const dashboardSummary = endpoint({
  id: 'dashboard.summary',
  method: 'GET',
  path: '/v1/dashboard/summary',
  summary: 'Returns the figures of the workspace.',
  access: scoped('usage:read'),
  data: DashboardSummary,
});

export const dashboardProjects = endpoint({
  id: 'dashboard.projects',
  method: 'GET',
  path: '/v1/dashboard/projects',
  summary: 'Lists projects with their progress, oldest first.',
  access: scoped('i18n:read'),
  query: listQuery(),
  data: Type.Array(DashboardProject),
  meta: ListMeta,
});

export const dashboardActivity = endpoint({
  id: 'dashboard.activity',
  method: 'GET',
  path: '/v1/dashboard/activity',
  summary: 'Lists recent imports, releases and translation jobs, newest first.',
  access: scoped('i18n:read'),
  query: listQuery(),
  data: Type.Array(DashboardActivity),
  meta: ListMeta,
});

export const dashboardUsage = endpoint({
  id: 'dashboard.usage',
  method: 'GET',
  path: '/v1/dashboard/usage',
  summary: 'Returns plan, credits and the daily usage of the last 30 days.',
  access: unbound(scoped('usage:read')),
  data: DashboardUsage,
});
