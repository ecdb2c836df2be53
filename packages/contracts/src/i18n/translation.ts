import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { closed, named, updateBody } from '../schema/build.ts';
import { CanonicalLocaleTag } from '../schema/common.ts';
import { TranslationSettings, translationSettingsMembers } from '../schema/translation-settings.ts';
import { projectParams } from './projects.ts';

export const ProjectTranslation = named('ProjectTranslation', {
  set: { ...TranslationSettings, description: 'Settings of the project itself.' },
  effective: {
    ...TranslationSettings,
    description:
      'Settings that apply. Members that the project does not set come from its parent project. The engine of the project settings counts as an order with one engine.',
  },
  defaultEngines: Type.Array(Type.String(), {
    description: 'Engines that the server uses if no order is set, in this order.',
  }),
  locales: Type.Array(
    closed({
      locale: CanonicalLocaleTag,
      engines: Type.Array(Type.String(), {
        description:
          'Engines that translate into the locale, in the order in which they are tried.',
      }),
    }),
    { description: 'Engines of each enabled target locale of the project.' },
  ),
});
export type ProjectTranslation = Static<typeof ProjectTranslation>;

export const i18nTranslationGet = endpoint({
  id: 'i18n.translation.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/translation',
  summary: 'Returns the instructions for engines and the order of engines of a project.',
  access: scoped('i18n:read'),
  params: projectParams,
  data: ProjectTranslation,
});

export const i18nTranslationUpdate = endpoint({
  id: 'i18n.translation.update',
  method: 'PATCH',
  path: '/v1/i18n/projects/:projectId/translation',
  summary: 'Changes the settings with a JSON merge patch (RFC 7396). Translates nothing by itself.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: updateBody(translationSettingsMembers),
  data: ProjectTranslation,
  errors: ['archived', 'limit_exceeded'],
});
