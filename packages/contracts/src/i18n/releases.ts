import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { ERRORS, type ErrorCode } from '../errors/errors.ts';
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
  ProjectId,
  ReleaseVersion,
  Timestamp,
} from '../schema/common.ts';
import { findingFacts } from '../schema/finding.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { FaultSchema } from '../schema/problem.ts';
import { projectParams } from './projects.ts';

const EnvironmentReference = Type.String({
  minLength: 1,
  maxLength: LIMITS.slugLength,
  description: 'Slug or id of the environment.',
});

const EnvironmentSlug = Type.String({ description: 'Slug of the environment.' });

export const CheckFinding = named('CheckFinding', {
  locale: CanonicalLocaleTag,
  key: NameOfKey,
  code: Code,
  severity: choice(['error', 'warning'], {
    description: 'Severity of the finding. An error breaks the message.',
  }),
  message: Type.String({ description: 'Message for people.' }),
  ...findingFacts,
});
export type CheckFinding = Static<typeof CheckFinding>;

export const ReleaseChecks = named(
  'ReleaseChecks',
  {
    errors: counting('Number of findings that break a message.'),
    warnings: counting('Number of other findings.'),
    byCode: recordOf(Count, { description: 'Number of findings by check code.' }),
    findings: Type.Array(CheckFinding, {
      maxItems: LIMITS.checkFindingsListed,
      description: 'First findings, errors before warnings.',
    }),
  },
  'Results of the checks of a release. Lists of releases do not include them.',
);
export type ReleaseChecks = Static<typeof ReleaseChecks>;

export const ReleaseError = named(
  'ReleaseError',
  {
    code: choice(Object.keys(ERRORS) as ErrorCode[], { description: 'Code of the error catalog.' }),
    detail: Type.String({ description: 'Message for people: what is wrong and how to fix it.' }),
    errors: Type.Array(FaultSchema, { description: 'Faults with a known location.' }),
  },
  'The reason why a release failed.',
);
export type ReleaseError = Static<typeof ReleaseError>;

const StandIns = Type.Array(
  closed({
    locale: { ...CanonicalLocaleTag, description: 'Locale of the texts.' },
    keys: counting('Number of messages.'),
  }),
  {
    description:
      'Messages that are texts of other locales, because the locale lacks them. The other messages are texts of the locale itself.',
  },
);

/** Messages of a locale that are texts of other locales, in a release of any version. */
export const ReleasedStandIns = nullable(StandIns, {
  description:
    'Messages that are texts of other locales, because the locale lacks them. Null for a release of an earlier version of the service, which did not count them.',
});

export const Release = named('Release', {
  id: Id,
  status: choice(['publishing', 'published', 'failed'], {
    description:
      'Status of the release. Readers get published releases only. A failed release changed nothing for them. A release is `publishing` in a response with status 202, which is sent after a wait of 10 seconds by default.',
  }),
  version: {
    ...ReleaseVersion,
    description:
      'Version of the release, counted from 1 in each environment. The next release gets the version of a failed one.',
  },
  environmentId: Id,
  environment: EnvironmentSlug,
  note: Type.String({ description: 'Note shown in the list of releases.' }),
  fromRelease: nullable(closed({ id: Id, version: ReleaseVersion, environment: EnvironmentSlug }), {
    description:
      'Earlier release whose content was published again. Null for a release of current values.',
  }),
  error: nullable(ReleaseError, { description: 'Error of a failed release, otherwise null.' }),
  locales: Type.Array(
    closed({
      code: CanonicalLocaleTag,
      keys: counting('Number of messages.'),
      standIns: ReleasedStandIns,
      bytes: counting('Size of the messages in bytes, as flat JSON in UTF-8.'),
      sha256: Type.String({ description: 'SHA-256 hash of the flat JSON, in hexadecimal.' }),
    }),
    { description: 'Locales of the release. Empty until it is published.' },
  ),
  keptLocales: Type.Array(
    closed({
      code: CanonicalLocaleTag,
      release: {
        ...closed({ id: Id, version: ReleaseVersion }),
        description: 'Earlier release whose messages readers keep.',
      },
    }),
    {
      description:
        'Disabled locales that the release of all locales does not contain, each with the release whose messages readers keep. Empty for a release of some locales, which changes no other locale.',
    },
  ),
  createdAt: Timestamp,
  publishedAt: nullable(Timestamp, {
    description: 'Time at which readers got the release. Null if it is not published.',
  }),
  createdBy: Actor,
  checks: Type.Optional(ReleaseChecks),
});
export type Release = Static<typeof Release>;

export const ReleaseChange = named('ReleaseChange', {
  key: NameOfKey,
  change: choice(['added', 'removed', 'changed'], { description: 'Type of the change.' }),
  before: nullable(Type.String(), {
    description: 'Message before the release. Null if it was added.',
  }),
  after: nullable(Type.String(), {
    description: 'Message in the release. Null if it was removed.',
  }),
  fallback: Type.Optional(
    Type.Boolean({
      description:
        'True if `after` is the text of another locale, in place of one that the locale lacks. Absent in a comparison of two releases.',
    }),
  ),
});
export type ReleaseChange = Static<typeof ReleaseChange>;

const releaseParams = closed({ projectId: ProjectId, releaseId: Id });

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
  summary:
    'Publishes an immutable release. `fromReleaseId` publishes the content of an earlier release again.',
  access: scoped('releases:write'),
  params: projectParams,
  body: closed({
    environment: EnvironmentReference,
    locales: Type.Optional(
      Type.Array(LocaleTag, {
        minItems: 1,
        maxItems: LIMITS.localesPerProject,
        description:
          'Locales to publish. Defaults to all enabled locales. Other locales keep the content of their last release.',
      }),
    ),
    note: Type.Optional(Description),
    fromReleaseId: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Id of an earlier release of the project. Its content is published again, for a rollback or for promotion to another environment.',
      }),
    ),
    skipUnchanged: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'True to publish nothing if the content equals the live release. The response is then the live release, with status 200. A release that was answered with 202 is published in any case. Defaults to false.',
      }),
    ),
    failOn: Type.Optional(
      choice(['error', 'warning'], {
        description:
          'Minimum severity of check findings that blocks the release (`checks_failed`). Omitted: findings do not block it.',
      }),
    ),
  }),
  status: 201,
  unchangedStatus: 200,
  data: Release,
  errors: ['archived', 'bundle_store_failed', 'checks_failed', 'conflict'],
  idempotent: true,
  waits: true,
});

export const i18nReleasesGet = endpoint({
  id: 'i18n.releases.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/releases/:releaseId',
  summary: 'Returns a release.',
  access: scoped('releases:read'),
  params: releaseParams,
  data: Release,
  waits: true,
});

export const i18nReleasesDiff = endpoint({
  id: 'i18n.releases.diff',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/releases/:releaseId/diff',
  summary: 'Lists the changes in a locale between two releases, sorted by key name.',
  access: scoped('releases:read'),
  params: releaseParams,
  query: listQuery({
    against: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Id of the release to compare with. Defaults to the previous release that contains the locale.',
      }),
    ),
    locale: LocaleTag,
  }),
  data: Type.Array(ReleaseChange),
  meta: ListMeta,
  errors: ['conflict'],
});
