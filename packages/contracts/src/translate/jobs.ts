import { type Static, Type } from 'typebox';
import { endpoint, scoped, withBodyScopes } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named } from '../schema/build.ts';
import { Id, LocaleTag, ProjectId } from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import {
  JobStatus,
  TranslationJob,
  TranslationStatus,
  TranslationsByLocale,
  TranslationUsage,
} from '../schema/translation.ts';
import { TranslationWork } from '../schema/work.ts';

const jobParams = closed({ jobId: Id });

export const JobResult = named('JobResult', {
  locales: TranslationsByLocale,
  usage: TranslationUsage,
});
export type JobResult = Static<typeof JobResult>;

export const translateJobsList = endpoint({
  id: 'translate.jobs.list',
  method: 'GET',
  path: '/v1/translate/jobs',
  summary: 'Lists translation jobs, newest first.',
  access: scoped('translate:read'),
  query: listQuery({
    status: Type.Optional(JobStatus),
    projectId: Type.Optional(ProjectId),
  }),
  data: Type.Array(TranslationJob),
  meta: ListMeta,
});

export const translateJobsCreate = endpoint({
  id: 'translate.jobs.create',
  method: 'POST',
  path: '/v1/translate/jobs',
  summary:
    'Starts a translation job for given strings, or for missing or outdated values of a project.',
  access: withBodyScopes(scoped('translate:write'), {
    scopesIf: { projectId: ['i18n:read'] },
    scopesUnless: { strings: ['i18n:write'] },
  }),
  body: TranslationWork,
  bodyLimitBytes: LIMITS.importBodyBytes,
  status: 202,
  data: TranslationJob,
  errors: ['insufficient_credits', 'unsupported_pair', 'archived', 'limit_exceeded'],
  idempotent: true,
  waits: true,
});

export const translateJobsGet = endpoint({
  id: 'translate.jobs.get',
  method: 'GET',
  path: '/v1/translate/jobs/:jobId',
  summary: 'Returns the status and usage of a translation job.',
  access: scoped('translate:read'),
  params: jobParams,
  data: TranslationJob,
  waits: true,
});

export const translateJobsResult = endpoint({
  id: 'translate.jobs.result',
  method: 'GET',
  path: '/v1/translate/jobs/:jobId/result',
  summary:
    'Returns the translations of a job, page by page. A filtered page can be short: follow `nextCursor`.',
  access: scoped('translate:read'),
  params: jobParams,
  query: listQuery({
    locale: Type.Optional(LocaleTag),
    status: Type.Optional({
      ...TranslationStatus,
      description: 'Only strings with this outcome.',
    }),
    partial: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True to read the results so far before the job has ended. Defaults to false.',
      }),
    ),
  }),
  data: JobResult,
  meta: ListMeta,
  errors: ['job_not_completed'],
});

export const translateJobsCancel = endpoint({
  id: 'translate.jobs.cancel',
  method: 'POST',
  path: '/v1/translate/jobs/:jobId/cancel',
  summary: 'Cancels a queued or running job. Finished translations are kept and billed.',
  access: scoped('translate:write'),
  params: jobParams,
  data: TranslationJob,
  errors: ['job_not_cancellable'],
});
