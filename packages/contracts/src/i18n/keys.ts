import { type Static, Type } from 'typebox';
import { endpoint, proposing, scoped } from '../endpoint.ts';
import { choice, closed, named, nullable, updateBody } from '../schema/build.ts';
import {
  Archived,
  DayOrTimeInput,
  Id,
  KeyName,
  ProjectId,
  SearchText,
  Timestamp,
  ValueText,
} from '../schema/common.ts';
import { archivableListQuery, ListMeta, onlyArchived } from '../schema/list.ts';
import { KEY_FIELD_INPUTS, KEY_FIELDS, Tag, TRANSLATABLE } from './key-fields.ts';
import { projectParams } from './projects.ts';

export const TranslationKey = named('TranslationKey', {
  id: Id,
  ...KEY_FIELDS,
  previousNames: Type.Array(Type.String(), {
    description: 'Names of the key before it was renamed. An import maps them to this key.',
  }),
  descriptionOrigin: nullable(
    choice(['file', 'person'], {
      description:
        'Writer of the description: an imported file, whose next import renews it, or a person, whose description no file replaces.',
    }),
    { description: 'Writer of the description. Null without a description.' },
  ),
  pluralFamily: nullable(Type.String(), {
    description:
      'Name of the plural family that the key belongs to: the common part of the names of its forms. Null if the key is not a plural form.',
  }),
  archivedAt: nullable(Timestamp, {
    description: 'Time at which the key was archived. Null if it is active.',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type TranslationKey = Static<typeof TranslationKey>;

const keyParams = closed({ projectId: ProjectId, keyId: Id });

export const i18nKeysList = endpoint({
  id: 'i18n.keys.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/keys',
  summary: 'Lists translation keys in the order of the imported file.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: archivableListQuery({
    ...onlyArchived,
    q: Type.Optional(SearchText),
    keyPrefix: Type.Optional(KeyName),
    tag: Type.Optional(Tag),
    updatedSince: Type.Optional(DayOrTimeInput),
  }),
  data: Type.Array(TranslationKey),
  meta: ListMeta,
  conditional: true,
});

export const i18nKeysCreate = endpoint({
  id: 'i18n.keys.create',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/keys',
  summary: 'Creates a key and, if `value` is given, its source string.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: closed({
    ...KEY_FIELD_INPUTS,
    name: KeyName,
    translatable: Type.Optional(Type.Boolean({ description: `${TRANSLATABLE} Defaults to true.` })),
    value: Type.Optional(ValueText),
  }),
  status: 201,
  data: TranslationKey,
  errors: ['conflict', 'archived'],
});

export const i18nFormsCreate = endpoint({
  id: 'i18n.forms.create',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/forms',
  summary: 'Creates or restores the key of a form that a plural family lacks.',
  access: proposing(scoped('i18n:write')),
  params: projectParams,
  body: closed({
    name: {
      ...KeyName,
      description:
        'Name of the key, such as `files_few` in the family of `files_one` and `files_other`. If the key is there, the response is 200 and returns it as it is.',
    },
  }),
  status: 201,
  unchangedStatus: 200,
  data: TranslationKey,
  errors: ['archived'],
});

export const i18nKeysUpdate = endpoint({
  id: 'i18n.keys.update',
  method: 'PATCH',
  path: '/v1/i18n/projects/:projectId/keys/:keyId',
  summary:
    'Renames or changes a key. Its values and history are kept. `archived: false` restores it.',
  access: scoped('i18n:write'),
  params: keyParams,
  body: updateBody({
    ...KEY_FIELD_INPUTS,
    archived: Type.Optional(Archived),
  }),
  data: TranslationKey,
  errors: ['conflict', 'archived'],
});

export const i18nKeysDelete = endpoint({
  id: 'i18n.keys.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/keys/:keyId',
  summary: 'Archives a key. An archived key is not translated, exported or released.',
  access: scoped('i18n:write'),
  params: keyParams,
  data: TranslationKey,
  errors: ['archived'],
});
