import { type Static, Type } from 'typebox';
import { endpoint, proposing, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable, updateBody } from '../schema/build.ts';
import {
  Archived,
  DayOrTimeInput,
  Description,
  Id,
  KeyName,
  ProjectId,
  SearchText,
  Timestamp,
  ValueText,
} from '../schema/common.ts';
import { archivableListQuery, ListMeta, onlyArchived } from '../schema/list.ts';
import { projectParams } from './projects.ts';

const Tag = Type.String({
  minLength: 1,
  maxLength: LIMITS.tagLength,
  pattern: '\\S',
  description: 'Tag for finding keys. Must not be blank.',
});
export const Tags = Type.Array(Tag, { maxItems: LIMITS.tagsPerKey, uniqueItems: true });
const MAX_LENGTH = 'Maximum number of characters in a translation. Null if unlimited.';
export const MaxLength = nullable(Type.Integer({ minimum: 1, maximum: LIMITS.valueLength }), {
  description: MAX_LENGTH,
});

export const TRANSLATABLE =
  'False if the text is the same in all languages: it is never missing and never translated. The forms of a plural family agree.';
const Translatable = Type.Boolean({ description: `${TRANSLATABLE} Defaults to true.` });

export const TranslationKey = named('TranslationKey', {
  id: Id,
  name: Type.String({
    description: 'Full name of the key, with segments joined by the project’s separator.',
  }),
  previousNames: Type.Array(Type.String(), {
    description: 'Names of the key before it was renamed. An import maps them to this key.',
  }),
  description: Type.String({
    description: 'Description for translators. Language models receive it too.',
  }),
  descriptionOrigin: nullable(
    choice(['file', 'person'], {
      description:
        'Writer of the description: an imported file, whose next import renews it, or a person, whose description no file replaces.',
    }),
    { description: 'Writer of the description. Null without a description.' },
  ),
  tags: Type.Array(Type.String(), { description: 'Tags for finding the key.' }),
  maxLength: nullable(Type.Integer(), { description: MAX_LENGTH }),
  translatable: Type.Boolean({ description: TRANSLATABLE }),
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
});

export const i18nKeysCreate = endpoint({
  id: 'i18n.keys.create',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/keys',
  summary: 'Creates a key and, if `value` is given, its source string.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: closed({
    name: KeyName,
    description: Type.Optional(Description),
    tags: Type.Optional(Tags),
    maxLength: Type.Optional(MaxLength),
    translatable: Type.Optional(Translatable),
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
    name: Type.Optional(KeyName),
    description: Type.Optional(Description),
    tags: Type.Optional(Tags),
    maxLength: Type.Optional(MaxLength),
    translatable: Type.Optional(Type.Boolean({ description: TRANSLATABLE })),
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
