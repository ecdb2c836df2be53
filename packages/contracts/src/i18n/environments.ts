import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable, updateBody } from '../schema/build.ts';
import {
  Archived,
  CanonicalLocaleTag,
  Count,
  counting,
  Id,
  KeyName,
  Label,
  LocaleTag,
  Name,
  ProjectId,
  ReleaseVersion,
  SearchText,
  Slug,
  Timestamp,
} from '../schema/common.ts';
import { archivableListQuery, ListMeta, listQuery, onlyArchived } from '../schema/list.ts';
import { projectParams } from './projects.ts';
import { ReleaseChange, ReleaseChecks, ReleasedStandIns } from './releases.ts';

const Fallback = choice(['source', 'none'], {
  description:
    'Content of a bundle for a missing translation. `source`: the source string. `none`: the message is left out.',
});

const Prefixes = Type.Array(KeyName, {
  uniqueItems: true,
  maxItems: LIMITS.prefixesPerEnvironment,
  description:
    'Beginnings of key names, such as `menu.`, for which bundles can be requested with `prefix`. Defaults to none.',
});

export const Environment = named('Environment', {
  id: Id,
  name: Label,
  slug: Type.String({ description: 'Slug of the environment in bundle URLs.' }),
  fallback: Fallback,
  prefixes: Prefixes,
  latestRelease: nullable(closed({ id: Id, version: ReleaseVersion, createdAt: Timestamp }), {
    description: 'Latest release of the environment. Null before the first release.',
  }),
  archivedAt: nullable(Timestamp, {
    description:
      'Time at which the environment was archived. Null if it is active. Apps still get the last release of an archived environment.',
  }),
  deliveryStoppedAt: nullable(Timestamp, {
    description:
      'Time at which delivery of the environment was stopped. Null if apps get its last release, unless delivery of the project was stopped. Archiving does not stop delivery, and restoring does not resume it.',
  }),
});
export type Environment = Static<typeof Environment>;

export const PendingRelease = named(
  'PendingRelease',
  {
    liveRelease: nullable(closed({ id: Id, version: ReleaseVersion }), {
      description: 'Release that readers have. Null before the first release.',
    }),
    locales: Type.Array(
      closed({
        code: CanonicalLocaleTag,
        added: counting('Messages that readers do not have.'),
        changed: counting('Messages with another text.'),
        removed: counting('Messages that readers no longer get.'),
        changedStandIns: nullable(Count, {
          description:
            'Added and changed messages that are texts of another locale. Null for the content of an earlier release, if it has changes.',
        }),
        keys: counting('Number of messages that readers then have.'),
        standIns: ReleasedStandIns,
        kept: Type.Boolean({
          description:
            'True if the release does not contain the locale and readers keep the messages that they have, because the locale is disabled, or because the earlier release did not change it.',
        }),
        ends: Type.Boolean({
          description:
            'True if only the live release has the locale and the release ends it, because it was removed from the project, or because the earlier release did not have it. Readers that request it then get a related locale or 404.',
        }),
      }),
      {
        description:
          'Number of changes by locale: all locales of the release and of the live one, or the locale of the query.',
      },
    ),
    checks: {
      ...ReleaseChecks,
      description:
        'Results of the checks of these locales. For the content of an earlier release, the results of that release.',
    },
    changes: Type.Array(ReleaseChange, {
      description:
        'Changes in the locale of the query, sorted by key name. Empty without `locale`.',
    }),
  },
  'Changes that a release of all enabled locales, or of the content of an earlier release, would make now.',
);
export type PendingRelease = Static<typeof PendingRelease>;

export const environmentParams = closed({ projectId: ProjectId, environmentId: Id });

export const i18nEnvironmentsList = endpoint({
  id: 'i18n.environments.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/environments',
  summary: 'Lists release environments, oldest first.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: archivableListQuery({
    ...onlyArchived,
    q: Type.Optional({ ...SearchText, description: 'Part of the name or the slug.' }),
    slug: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.slugLength,
        description: 'Only the environment with exactly this slug.',
      }),
    ),
  }),
  data: Type.Array(Environment),
  meta: ListMeta,
});

export const i18nEnvironmentsCreate = endpoint({
  id: 'i18n.environments.create',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/environments',
  summary: 'Creates a release environment.',
  access: scoped('releases:write'),
  params: projectParams,
  body: closed({
    name: Name,
    slug: Type.Optional(Slug),
    fallback: Type.Optional(Fallback),
    prefixes: Type.Optional(Prefixes),
  }),
  status: 201,
  data: Environment,
  errors: ['conflict', 'archived'],
});

export const i18nEnvironmentsUpdate = endpoint({
  id: 'i18n.environments.update',
  method: 'PATCH',
  path: '/v1/i18n/projects/:projectId/environments/:environmentId',
  summary: 'Changes a release environment. `archived: false` restores it.',
  access: scoped('releases:write'),
  params: environmentParams,
  body: updateBody({
    name: Type.Optional(Name),
    slug: Type.Optional(Slug),
    fallback: Type.Optional(Fallback),
    prefixes: Type.Optional(Prefixes),
    archived: Type.Optional(Archived),
  }),
  data: Environment,
  errors: ['conflict', 'archived'],
});

export const i18nEnvironmentsDelete = endpoint({
  id: 'i18n.environments.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/environments/:environmentId',
  summary: 'Archives a release environment. Apps still get its last release.',
  access: scoped('releases:write'),
  params: environmentParams,
  data: Environment,
  errors: ['archived'],
});

export const i18nEnvironmentsPending = endpoint({
  id: 'i18n.environments.pending',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/environments/:environmentId/pending',
  summary: 'Returns the changes that a release, a rollback or a promotion would make now.',
  access: scoped('releases:read'),
  params: environmentParams,
  query: listQuery({
    locale: Type.Optional(LocaleTag),
    fromReleaseId: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Id of an earlier release of the project whose content would be published again. Defaults to a release of current values.',
      }),
    ),
  }),
  data: PendingRelease,
  meta: ListMeta,
  errors: ['archived'],
});
