import { type Static, Type } from 'typebox';
import { endpoint, scoped, unbound } from '../endpoint.ts';
import { choice, closed, named, nullable, updateBody } from '../schema/build.ts';
import {
  Archived,
  CanonicalLocaleTag,
  EngineName,
  FORMALITIES,
  Id,
  Label,
  LocaleTag,
  MessageFormat,
  Name,
  Timestamp,
} from '../schema/common.ts';
import { archivableListQuery, ListMeta } from '../schema/list.ts';

const KeySeparator = nullable(choice(['.', ':', '/']), {
  description: 'What joins the segments of nested files; null: names are never split.',
});

const Engine = nullable(EngineName, { description: 'Null: as the server is configured.' });

const ProjectFormality = nullable(choice(FORMALITIES), {
  description:
    'How translations address the reader unless a call says otherwise; null: as engines do.',
});

const RequireReview = Type.Boolean({
  description: 'Whether only reviewed translations are released.',
});

export const ProjectSettings = named(
  'ProjectSettings',
  {
    messageFormat: MessageFormat,
    keySeparator: KeySeparator,
    engine: Engine,
    formality: ProjectFormality,
    requireReview: RequireReview,
  },
  'How its texts are read, translated and released.',
);
export type ProjectSettings = Static<typeof ProjectSettings>;

/** Settings of a request. */
export const ProjectSettingsInput = closed(
  {
    messageFormat: Type.Optional(MessageFormat),
    keySeparator: Type.Optional(KeySeparator),
    engine: Type.Optional(Engine),
    formality: Type.Optional(ProjectFormality),
    requireReview: Type.Optional(RequireReview),
  },
  { description: 'What is left out stays, or starts, as it is by default.' },
);
export type ProjectSettingsInput = Static<typeof ProjectSettingsInput>;

export const Project = named('Project', {
  id: Id,
  organizationId: Id,
  parentId: nullable(Id, { description: 'Null: not a child.' }),
  name: Label,
  sourceLocale: CanonicalLocaleTag,
  settings: ProjectSettings,
  archivedAt: nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Project = Static<typeof Project>;

export const projectParams = closed({ projectId: Id });

export const i18nProjectsList = endpoint({
  id: 'i18n.projects.list',
  method: 'GET',
  path: '/v1/i18n/projects',
  summary: 'Lists projects, child projects included, oldest first.',
  access: scoped('i18n:read'),
  query: archivableListQuery(),
  data: Type.Array(Project),
  meta: ListMeta,
});

export const i18nProjectsCreate = endpoint({
  id: 'i18n.projects.create',
  method: 'POST',
  path: '/v1/i18n/projects',
  summary: 'Creates a project with its source locale and the environment `production`.',
  access: unbound(scoped('i18n:write')),
  body: closed({
    name: Name,
    sourceLocale: LocaleTag,
    sourceLocaleName: Type.Optional(Name),
    settings: Type.Optional(ProjectSettingsInput),
  }),
  status: 201,
  data: Project,
});

export const i18nProjectsGet = endpoint({
  id: 'i18n.projects.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId',
  summary: 'Returns a project.',
  access: scoped('i18n:read'),
  params: projectParams,
  data: Project,
});

export const i18nProjectsUpdate = endpoint({
  id: 'i18n.projects.update',
  method: 'PATCH',
  path: '/v1/i18n/projects/:projectId',
  summary: 'Changes name, source locale or settings; `archived: false` restores.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: updateBody({
    name: Type.Optional(Name),
    sourceLocale: Type.Optional(LocaleTag),
    settings: Type.Optional(ProjectSettingsInput),
    archived: Type.Optional(Archived),
  }),
  data: Project,
  errors: ['archived', 'conflict'],
});

export const i18nProjectsDelete = endpoint({
  id: 'i18n.projects.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId',
  summary: 'Archives a project; nothing is purged.',
  access: scoped('i18n:write'),
  params: projectParams,
  data: Project,
});
