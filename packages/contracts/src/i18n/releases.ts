import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable, recordOf } from '../schema/build.ts';
import {
  Actor,
  CanonicalLocaleTag,
  Code,
  Count,
  counting,
  Description,
  Id,
  LocaleTag,
  NameOfKey,
  ReleaseVersion,
  Timestamp,
} from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { projectParams } from './projects.ts';

const EnvironmentReference = Type.String({
  minLength: 1,
  maxLength: LIMITS.slugLength,
  description: 'Slug or id of the environment.',
});

export const CheckFinding = named('CheckFinding', {
  locale: CanonicalLocaleTag,
  key: NameOfKey,
  code: Code,
  severity: choice(['error', 'warning'], {
    description: 'An error breaks the message; a warning is for a person to look at.',
  }),
  message: Type.String({ description: 'For people.' }),
});
export type CheckFinding = Static<typeof CheckFinding>;

export const ReleaseChecks = named(
  'ReleaseChecks',
  {
    errors: counting('Findings that break a message.'),
    warnings: counting('Other findings.'),
    byCode: recordOf(Count, { description: 'Findings by the code of their check.' }),
    findings: Type.Array(CheckFinding, {
      maxItems: LIMITS.checkFindingsListed,
      description: 'The first ones, errors before warnings.',
    }),
  },
  'What the checks said of a release; a list of releases leaves it out.',
);
export type ReleaseChecks = Static<typeof ReleaseChecks>;

export const Release = named('Release', {
  id: Id,
  version: ReleaseVersion,
  environmentId: Id,
  environment: Type.String({ description: 'Slug of the environment.' }),
  note: Type.String({ description: 'For people.' }),
  fromRelease: nullable(closed({ id: Id, version: ReleaseVersion }), {
    description: 'The release whose content was published again; null if there is none.',
  }),
  locales: Type.Array(
    closed({
      code: CanonicalLocaleTag,
      keys: counting('Messages in it.'),
      bytes: counting('Of its messages as flat JSON in UTF-8.'),
      sha256: Type.String({ description: 'Of these bytes, in hexadecimal digits.' }),
    }),
    { description: 'What was published.' },
  ),
  createdAt: Timestamp,
  createdBy: Actor,
  checks: Type.Optional(ReleaseChecks),
});
export type Release = Static<typeof Release>;

export const ReleaseChange = named('ReleaseChange', {
  key: NameOfKey,
  change: choice(['added', 'removed', 'changed'], { description: 'What the release did.' }),
  before: nullable(Type.String(), { description: 'Null where it was added.' }),
  after: nullable(Type.String(), { description: 'Null where it was removed.' }),
});
export type ReleaseChange = Static<typeof ReleaseChange>;

const releaseParams = closed({ projectId: Id, releaseId: Id });

export const i18nReleasesList = endpoint({
  id: 'i18n.releases.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/releases',
  summary: 'Lists releases, newest first.',
  access: scoped('releases:read'),
  params: projectParams,
  query: listQuery({ environment: Type.Optional(EnvironmentReference) }),
  data: Type.Array(Release),
  meta: ListMeta,
});

export const i18nReleasesCreate = endpoint({
  id: 'i18n.releases.create',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/releases',
  summary: 'Publishes an immutable release; `fromReleaseId` publishes an earlier one anew.',
  access: scoped('releases:write'),
  params: projectParams,
  body: closed({
    environment: EnvironmentReference,
    locales: Type.Optional(
      Type.Array(LocaleTag, {
        minItems: 1,
        maxItems: LIMITS.localesPerProject,
        description: 'All enabled ones unless told. The others stay as they were published last.',
      }),
    ),
    note: Type.Optional(Description),
    fromReleaseId: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Id of an earlier release of the project, whose content is published again: a rollback, or a promotion to another environment.',
      }),
    ),
    skipUnchanged: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether nothing is published if the content would be that of the live release, which is then the answer, with status 200.',
      }),
    ),
    failOn: Type.Optional(
      choice(['error', 'warning'], { description: 'Refuses where checks find such.' }),
    ),
  }),
  status: 201,
  unchangedStatus: 200,
  data: Release,
  errors: ['archived', 'checks_failed', 'conflict'],
  idempotent: true,
});

export const i18nReleasesGet = endpoint({
  id: 'i18n.releases.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/releases/:releaseId',
  summary: 'Returns a release.',
  access: scoped('releases:read'),
  params: releaseParams,
  data: Release,
});

export const i18nReleasesDiff = endpoint({
  id: 'i18n.releases.diff',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/releases/:releaseId/diff',
  summary: 'Lists what a release changed in a locale against another one, by name of the key.',
  access: scoped('releases:read'),
  params: releaseParams,
  query: listQuery({
    against: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Id of the release to compare with; the version before that had the locale unless told.',
      }),
    ),
    locale: LocaleTag,
  }),
  data: Type.Array(ReleaseChange),
  meta: ListMeta,
});
