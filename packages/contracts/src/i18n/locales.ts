import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { choice, closed, named, updateBody } from '../schema/build.ts';
import { CanonicalLocaleTag, Count, Id, LocaleTag, Name } from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { projectParams } from './projects.ts';

export const Locale = named('Locale', {
  code: CanonicalLocaleTag,
  name: Type.String(),
  enabled: Type.Boolean(),
  isSource: Type.Boolean(),
  direction: choice(['ltr', 'rtl']),
  pluralCategories: Type.Array(choice(['zero', 'one', 'two', 'few', 'many', 'other'])),
  counts: closed({ translated: Count, needsReview: Count, missing: Count }),
});
export type Locale = Static<typeof Locale>;

export const localeParams = closed({ projectId: Id, localeCode: LocaleTag });

export const i18nLocalesList = endpoint({
  id: 'i18n.locales.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/locales',
  summary: 'Lists locales, the source locale first, disabled ones included.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: listQuery(),
  data: Type.Array(Locale),
  meta: ListMeta,
});

export const i18nLocalesCreate = endpoint({
  id: 'i18n.locales.create',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/locales',
  summary: 'Creates a locale; a disabled one is enabled again.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: closed({ code: LocaleTag, name: Type.Optional(Name) }),
  status: 201,
  data: Locale,
  errors: ['conflict', 'archived', 'limit_exceeded'],
});

export const i18nLocalesUpdate = endpoint({
  id: 'i18n.locales.update',
  method: 'PATCH',
  path: '/v1/i18n/projects/:projectId/locales/:localeCode',
  summary: 'Changes a locale’s name or whether it is enabled.',
  access: scoped('i18n:write'),
  params: localeParams,
  body: updateBody({ name: Type.Optional(Name), enabled: Type.Optional(Type.Boolean()) }),
  data: Locale,
  errors: ['source_locale', 'archived'],
});

export const i18nLocalesDelete = endpoint({
  id: 'i18n.locales.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/locales/:localeCode',
  summary: 'Disables a locale and keeps its values, or purges them where asked to.',
  access: scoped('i18n:write'),
  params: localeParams,
  query: closed({
    deleteValues: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether values and history are purged.' }),
    ),
  }),
  data: Locale,
  errors: ['source_locale', 'archived'],
});
