import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { choice, closed, named, updateBody } from '../schema/build.ts';
import { CanonicalLocaleTag, counting, LocaleTag, Name, ProjectId } from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { projectParams } from './projects.ts';

const Enabled = Type.Boolean({
  description:
    'True if the locale is enabled. A disabled locale is neither translated nor released. Apps keep the content of the last release that has it.',
});

export const Locale = named('Locale', {
  code: CanonicalLocaleTag,
  name: Type.String({ description: 'Display name. Defaults to the English name in CLDR.' }),
  enabled: Enabled,
  isSource: Type.Boolean({ description: 'True for the source locale of the project.' }),
  direction: choice(['ltr', 'rtl'], { description: 'Writing direction of the script.' }),
  pluralCategories: Type.Array(choice(['zero', 'one', 'two', 'few', 'many', 'other']), {
    description: 'Cardinal plural categories of the language, by CLDR.',
  }),
  counts: closed(
    {
      translated: counting('Values that are translated or reviewed.'),
      needsReview: counting('Values that need review.'),
      missing: counting(
        'Values that do not exist, including plural forms that the language requires and a `zero` form of i18next or Rails that the source has.',
      ),
    },
    { description: 'Number of values of active keys.' },
  ),
});
export type Locale = Static<typeof Locale>;

export const localeParams = closed({ projectId: ProjectId, localeCode: LocaleTag });

export const i18nLocalesList = endpoint({
  id: 'i18n.locales.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/locales',
  summary:
    'Lists the locales of a project, including disabled ones. The source locale comes first.',
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
  summary: 'Adds a locale to a project. A disabled locale is enabled again.',
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
  summary: 'Changes the name of a locale, or enables or disables it.',
  access: scoped('i18n:write'),
  params: localeParams,
  body: updateBody({ name: Type.Optional(Name), enabled: Type.Optional(Enabled) }),
  data: Locale,
  errors: ['source_locale', 'archived'],
});

export const i18nLocalesDelete = endpoint({
  id: 'i18n.locales.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/locales/:localeCode',
  summary:
    'Disables a locale and keeps its values. `deleteValues` deletes its values; `purge` removes the locale.',
  access: scoped('i18n:write'),
  params: localeParams,
  query: closed({
    deleteValues: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True to delete the values and their history. Defaults to false.',
      }),
    ),
    purge: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'True to remove the locale itself. The request fails with `conflict` if the locale has values or history, unless `deleteValues` is also true. Defaults to false.',
      }),
    ),
  }),
  data: Locale,
  errors: ['source_locale', 'conflict', 'archived'],
});
