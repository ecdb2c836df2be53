import { Type } from 'typebox';
import { endpoint, scoped, unbound } from '../endpoint.ts';
import { closed } from '../schema/build.ts';
import { LocaleTag, Name, ProjectSlug } from '../schema/common.ts';
import { archivableListQuery, ListMeta } from '../schema/list.ts';
import { Project, projectFilters, projectParams } from './projects.ts';

export const i18nChildrenList = endpoint({
  id: 'i18n.children.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/children',
  summary: 'Lists child projects, oldest first.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: archivableListQuery(projectFilters),
  data: Type.Array(Project),
  meta: ListMeta,
});

export const i18nChildrenCreate = endpoint({
  id: 'i18n.children.create',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/children',
  summary:
    'Creates a child project with a copy of the parent’s locales, environments and settings.',
  access: unbound(scoped('i18n:write')),
  params: projectParams,
  body: closed({
    name: Name,
    slug: Type.Optional(ProjectSlug),
    sourceLocale: Type.Optional(LocaleTag),
  }),
  status: 201,
  data: Project,
  errors: ['archived', 'conflict'],
});
