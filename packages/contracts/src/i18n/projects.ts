import { type Static, Type } from 'typebox';
import { endpoint, scoped, unbound } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable, recordOf, updateBody } from '../schema/build.ts';
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
  ProjectId,
  ProjectSlug,
  SearchText,
  Timestamp,
} from '../schema/common.ts';
import { archivableListQuery, ListMeta, onlyArchived } from '../schema/list.ts';

const KeySeparator = nullable(choice(['.', ':', '/']), {
  description:
    'Separator between the segments of key names, used for nested files. Null if names are never split.',
});

const Engine = nullable(EngineName, {
  description: 'Engine for the project. Null to use the default engine of the server.',
});

const ProjectFormality = nullable(choice(FORMALITIES), {
  description:
    'Form of address for translations. A call can override it. Null to use the default of the engine.',
});

const RequireReview = Type.Boolean({
  description: 'True if only reviewed translations are released.',
});

export const REVIEWERS = ['anyone', 'reviewers', 'not_the_author'] as const;
const WhoReviews = choice(REVIEWERS, {
  description:
    'Callers that may set a value to `reviewed`: every translator, only roles with the right `review`, or every translator but the author of the text. API keys of the organization always may.',
});

const CheckLevels = recordOf(
  choice(['off', 'warning', 'error'], { description: 'Level of the check.' }),
  {
    maxProperties: LIMITS.freeFormMembers,
    description:
      'Levels of checks by code. A check that is not named has its default level, and one that is `off` finds nothing. In a request, the object replaces the levels that were set before.',
  },
);

const Runtimes = nullable(
  Type.Array(Type.String({ maxLength: LIMITS.nameLength, description: 'Name of a runtime.' })),
  {
    minItems: 1,
    maxItems: LIMITS.runtimesPerProject,
    uniqueItems: true,
    description:
      'Libraries and platforms that show the strings, such as `vue-i18n` or `android`. Checks read a string as they do. Null if the project does not say where its strings are shown.',
  },
);

export const ProjectSettings = named(
  'ProjectSettings',
  {
    messageFormat: MessageFormat,
    runtimes: Runtimes,
    keySeparator: KeySeparator,
    engine: Engine,
    formality: ProjectFormality,
    requireReview: RequireReview,
    whoReviews: WhoReviews,
    checks: CheckLevels,
  },
  'Settings for reading, translating and releasing the strings of a project.',
);
export type ProjectSettings = Static<typeof ProjectSettings>;

export const ProjectSettingsInput = closed(
  {
    messageFormat: Type.Optional(MessageFormat),
    runtimes: Type.Optional(Runtimes),
    keySeparator: Type.Optional(KeySeparator),
    engine: Type.Optional(Engine),
    formality: Type.Optional(ProjectFormality),
    requireReview: Type.Optional(RequireReview),
    whoReviews: Type.Optional(WhoReviews),
    checks: Type.Optional(CheckLevels),
  },
  {
    description:
      'Project settings. Omitted members keep their value; in a new project they get their default.',
  },
);
export type ProjectSettingsInput = Static<typeof ProjectSettingsInput>;

export const Project = named('Project', {
  id: Id,
  organizationId: Id,
  parentId: nullable(Id, {
    description: 'Parent project. Null if the project is not a child project.',
  }),
  name: Label,
  slug: Type.String({
    description:
      'Slug of the project: `projectId` accepts it in place of the id, except in the URL of a bundle.',
  }),
  sourceLocale: CanonicalLocaleTag,
  settings: ProjectSettings,
  archivedAt: nullable(Timestamp, {
    description:
      'Time at which the project was archived. Null if it is active. Apps still get the last releases of an archived project.',
  }),
  deliveryStoppedAt: nullable(Timestamp, {
    description:
      'Time at which delivery of the project was stopped. Null if apps get the last releases of its environments. Archiving does not stop delivery, and restoring does not resume it.',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Project = Static<typeof Project>;

export const projectParams = closed({ projectId: ProjectId });

export const projectFilters = {
  ...onlyArchived,
  q: Type.Optional({ ...SearchText, description: 'Part of the name or the slug.' }),
};

export const i18nProjectsList = endpoint({
  id: 'i18n.projects.list',
  method: 'GET',
  path: '/v1/i18n/projects',
  summary: 'Lists projects, child projects included, oldest first.',
  access: scoped('i18n:read'),
  query: archivableListQuery(projectFilters),
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
    slug: Type.Optional(ProjectSlug),
    sourceLocale: LocaleTag,
    sourceLocaleName: Type.Optional(Name),
    settings: Type.Optional(ProjectSettingsInput),
  }),
  status: 201,
  data: Project,
  errors: ['conflict'],
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
  summary:
    'Changes the name, the slug, the source locale or the settings of a project. `archived: false` restores it.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: updateBody({
    name: Type.Optional(Name),
    slug: Type.Optional(ProjectSlug),
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
  summary: 'Archives a project. Nothing is deleted, and apps still get its last releases.',
  access: scoped('i18n:write'),
  params: projectParams,
  data: Project,
});
