import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { choice, closed, named, updateBody } from '../schema/build.ts';
import { CanonicalLocaleTag, counting, Id, LocaleTag, Name } from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { projectParams } from './projects.ts';

const Enabled = Type.Boolean({
  description: 'A disabled one is neither translated into nor released.',
});

export const Locale = named('Locale', {
  code: CanonicalLocaleTag,
  name: Type.String({ description: 'CLDR’s English name unless it was given another.' }),
  enabled: Enabled,
  isSource: Type.Boolean({ description: 'Whether it is the project’s source locale.' }),
  direction: choice(['ltr', 'rtl'], { description: 'In which its script is written.' }),
  pluralCategories: Type.Array(choice(['zero', 'one', 'two', 'few', 'many', 'other']), {
    description: 'The cardinal ones that its language has, by CLDR.',
  }),
  counts: closed(
    {
      translated: counting('Translated or reviewed.'),
      needsReview: counting('Waiting for review.'),
      missing: counting(
        'Not there, plural forms that the language needs included, and an i18next `_zero` that the source has.',
      ),
    },
    { description: 'Values of living keys.' },
  ),
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
  body: updateBody({ name: Type.Optional(Name), enabled: Type.Optional(Enabled) }),
  data: Locale,
  errors: ['source_locale', 'archived'],
});

export const i18nLocalesDelete = endpoint({
  id: 'i18n.locales.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/locales/:localeCode',
  summary: 'Disables a locale and keeps its values, purges them, or removes the empty locale.',
  access: scoped('i18n:write'),
  params: localeParams,
  query: closed({
    deleteValues: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether values and history are purged.' }),
    ),
    purge: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether the locale itself is removed. A locale that has values or history is refused (`conflict`), unless `deleteValues` purges these first.',
      }),
    ),
  }),
  data: Locale,
  errors: ['source_locale', 'conflict', 'archived'],
});
