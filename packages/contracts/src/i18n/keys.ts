import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, nullable, updateBody } from '../schema/build.ts';
import {
  Archived,
  DayOrTimeInput,
  Description,
  Id,
  KeyName,
  SearchText,
  Timestamp,
  ValueText,
} from '../schema/common.ts';
import { archivableListQuery, ListMeta } from '../schema/list.ts';
import { projectParams } from './projects.ts';

const Tag = Type.String({
  minLength: 1,
  maxLength: LIMITS.tagLength,
  pattern: '\\S',
  description: 'A word to find keys by: not blank.',
});
const Tags = Type.Array(Tag, { maxItems: LIMITS.tagsPerKey, uniqueItems: true });
const MAX_LENGTH = 'Most characters that a translation may have; null: no bound.';
const MaxLength = nullable(Type.Integer({ minimum: 1, maximum: LIMITS.valueLength }), {
  description: MAX_LENGTH,
});

export const TranslationKey = named('TranslationKey', {
  id: Id,
  name: Type.String({ description: 'Segments joined by the project’s separator.' }),
  previousNames: Type.Array(Type.String(), {
    description: 'Before it was renamed; a file that has one of them is taken for this key.',
  }),
  description: Type.String({ description: 'For translators; models are shown it too.' }),
  tags: Type.Array(Type.String(), { description: 'Words to find it by.' }),
  maxLength: nullable(Type.Integer(), { description: MAX_LENGTH }),
  pluralFamily: nullable(Type.String(), {
    description: 'Common part of the names of a plural family.',
  }),
  archivedAt: nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type TranslationKey = Static<typeof TranslationKey>;

const keyParams = closed({ projectId: Id, keyId: Id });

export const i18nKeysList = endpoint({
  id: 'i18n.keys.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/keys',
  summary: 'Lists translation keys in the order of the imported file.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: archivableListQuery({
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
  summary: 'Creates a key, with its source text where given.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: closed({
    name: KeyName,
    description: Type.Optional(Description),
    tags: Type.Optional(Tags),
    maxLength: Type.Optional(MaxLength),
    value: Type.Optional(ValueText),
  }),
  status: 201,
  data: TranslationKey,
  errors: ['conflict', 'archived'],
});

export const i18nKeysUpdate = endpoint({
  id: 'i18n.keys.update',
  method: 'PATCH',
  path: '/v1/i18n/projects/:projectId/keys/:keyId',
  summary: 'Renames or changes a key; values and history stay. `archived: false` restores.',
  access: scoped('i18n:write'),
  params: keyParams,
  body: updateBody({
    name: Type.Optional(KeyName),
    description: Type.Optional(Description),
    tags: Type.Optional(Tags),
    maxLength: Type.Optional(MaxLength),
    archived: Type.Optional(Archived),
  }),
  data: TranslationKey,
  errors: ['conflict', 'archived'],
});

export const i18nKeysDelete = endpoint({
  id: 'i18n.keys.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/keys/:keyId',
  summary: 'Archives a key: it is neither translated, exported nor released.',
  access: scoped('i18n:write'),
  params: keyParams,
  data: TranslationKey,
  errors: ['archived'],
});
