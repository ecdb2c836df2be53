import { type Static, Type } from 'typebox';
import { Credits, Plan } from './billing.ts';
import { endpoint, personal, scoped, unbound } from './endpoint.ts';
import { progressDays, progressPoints } from './i18n/progress.ts';
import { ProjectQueue } from './i18n/queue.ts';
import { ValueCounts } from './i18n/values.ts';
import { LIMITS } from './limits.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import {
  Actor,
  CanonicalLocaleTag,
  counting,
  Id,
  Label,
  ReleaseVersion,
  Timestamp,
} from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';
import { JobStatus } from './schema/translation.ts';
import { UsageRow } from './usage.ts';

export const DashboardSummary = named('DashboardSummary', {
  projects: counting('Projects that are not archived.'),
  keys: counting('Keys that are not archived.'),
  locales: counting('Distinct locales that are enabled in at least one project.'),
  values: ValueCounts,
  releases: counting('Releases in environments that are not archived.'),
  jobs: closed(
    {
      queued: counting('Jobs that wait for a worker.'),
      running: counting('Jobs in progress.'),
      failed: counting('Jobs in which every string failed.'),
    },
    { description: 'Number of translation jobs, by status.' },
  ),
  usage: closed(
    { units30d: counting('Units translated in the last 30 days, including today.') },
    { description: 'Translation usage.' },
  ),
  credits: nullable(Credits, {
    description: 'Credits of the organization. Null for an API key that is restricted to projects.',
  }),
});
export type DashboardSummary = Static<typeof DashboardSummary>;

export const DashboardProject = named('DashboardProject', {
  id: Id,
  name: Label,
  sourceLocale: CanonicalLocaleTag,
  keys: counting('Keys that are not archived.'),
  locales: Type.Array(
    closed({
      code: CanonicalLocaleTag,
      percent: Type.Number({
        minimum: 0,
        maximum: 100,
        description:
          'Percentage of the required values that exist. 100 only if no value is missing.',
      }),
      reviewedPercent: Type.Number({
        minimum: 0,
        maximum: 100,
        description:
          'Percentage of the required values that are reviewed. 100 only if all of them are.',
      }),
      missing: counting('Required values that do not exist.'),
      needsReview: counting('Values that need review.'),
      outdated: counting('Values that are older than their source string.'),
    }),
    { description: 'Enabled locales of the project.' },
  ),
  values: {
    ...ValueCounts,
    description: 'Number of values of the enabled target locales, by state.',
  },
  lastJob: nullable(
    closed({
      id: Id,
      status: JobStatus,
      failed: counting('Strings that the job could not translate.'),
    }),
    { description: 'The last translation job of the project. Null if there is none.' },
  ),
  lastChangeAt: nullable(Timestamp, {
    description: 'Time of the last change of keys or values. Null if there is none.',
  }),
  lastReleaseAt: nullable(Timestamp, {
    description: 'Time of the last release. Null if there is none.',
  }),
  lastImportAt: nullable(Timestamp, {
    description: 'Time of the last import. Null if there is none.',
  }),
});
export type DashboardProject = Static<typeof DashboardProject>;

export const DashboardProgress = named(
  'DashboardProgress',
  { projectId: Id, points: progressPoints },
  'Progress of the enabled target locales of a project together, over time.',
);
export type DashboardProgress = Static<typeof DashboardProgress>;

export const DashboardActivity = named('DashboardActivity', {
  id: Id,
  type: choice(['import', 'release', 'translation_job'], { description: 'Type of the activity.' }),
  projectId: nullable(Id, {
    description: 'Project of the activity. Null for a job without a project.',
  }),
  projectName: nullable(Type.String(), {
    description: 'Current name of the project. Null if there is no project.',
  }),
  actor: Actor,
  summary: Type.String({
    description:
      'Display text in English, such as `Published version 3 to Production with 4 locales`. `import`, `release` and `job` have its facts.',
  }),
  import: nullable(
    closed({
      format: nullable(Type.String(), { description: 'File format. Null if it is not known.' }),
      locale: nullable(Type.String(), { description: 'Locale. Null if it is not known.' }),
      keysCreated: counting('Keys that were created.'),
      keysRestored: counting('Archived keys that were restored.'),
      keysArchived: counting('Keys that were archived.'),
      valuesCreated: counting('Values that were created.'),
      valuesUpdated: counting('Values that were updated.'),
    }),
    { description: 'Changes of an import. Null for other types.' },
  ),
  release: nullable(
    closed({
      version: ReleaseVersion,
      environment: Type.String({ description: 'Name of the environment.' }),
      locales: counting('Locales of the release.'),
    }),
    { description: 'The published release. Null for other types.' },
  ),
  job: nullable(
    closed({
      status: JobStatus,
      strings: counting('Strings × target locales.'),
      done: counting('Number translated so far.'),
      failed: counting('Number failed.'),
    }),
    { description: 'Progress of a translation job. Null for other types.' },
  ),
  at: Timestamp,
});
export type DashboardActivity = Static<typeof DashboardActivity>;

export const DashboardUsage = named('DashboardUsage', {
  credits: Credits,
  plan: Plan,
  series: Type.Array(UsageRow, {
    description: 'Daily usage of the last 30 days. Days without usage have no row.',
  }),
});
export type DashboardUsage = Static<typeof DashboardUsage>;

export const dashboardSummary = endpoint({
  id: 'dashboard.summary',
  method: 'GET',
  path: '/v1/dashboard/summary',
  summary: 'Returns the key figures of the organization.',
  access: scoped('usage:read'),
  data: DashboardSummary,
});

export const dashboardProjects = endpoint({
  id: 'dashboard.projects',
  method: 'GET',
  path: '/v1/dashboard/projects',
  summary: 'Lists the projects with their translation progress, oldest first.',
  access: scoped('i18n:read'),
  query: listQuery(),
  data: Type.Array(DashboardProject),
  meta: ListMeta,
});

export const dashboardProgress = endpoint({
  id: 'dashboard.progress',
  method: 'GET',
  path: '/v1/dashboard/progress',
  summary: 'Lists the projects with their daily progress, oldest first.',
  access: scoped('i18n:read'),
  query: closed({
    ...listQuery().properties,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.progressPageSize,
        default: LIMITS.progressPageSize,
        description: 'Maximum number of projects to return (1–50). Defaults to 50.',
      }),
    ),
    days: progressDays,
  }),
  data: Type.Array(DashboardProgress),
  meta: ListMeta,
});

export const dashboardQueue = endpoint({
  id: 'dashboard.queue',
  method: 'GET',
  path: '/v1/dashboard/queue',
  summary: 'Lists the projects with the work that waits for the caller, oldest first.',
  access: personal(scoped('i18n:read')),
  query: listQuery(),
  data: Type.Array(ProjectQueue),
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
  summary: 'Returns the plan, the credits and the daily usage of the last 30 days.',
  access: unbound(scoped('usage:read')),
  data: DashboardUsage,
});
