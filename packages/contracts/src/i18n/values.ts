import { type Static, Type } from 'typebox';
import { endpoint, scoped, translating } from '../endpoint.ts';
import { choice, closed, named, nullable, updateBody } from '../schema/build.ts';
import {
  Actor,
  actorOrNull,
  CanonicalLocaleTag,
  Code,
  counting,
  DayOrTimeInput,
  Id,
  KeyName,
  LocaleTag,
  NameOfKey,
  ProjectId,
  SearchText,
  Timestamp,
  ValueText,
} from '../schema/common.ts';
import { AgingListMeta, ListMeta, listQuery } from '../schema/list.ts';
import { projectParams } from './projects.ts';

export const VALUE_STATES = ['translated', 'needs_review', 'reviewed'] as const;
export const VALUE_ORIGINS = ['import', 'manual', 'machine', 'memory'] as const;

export const ValueState = choice(VALUE_STATES, {
  title: 'ValueState',
  description: 'State of a value. Machine translations start as `needs_review`.',
});
export type ValueState = Static<typeof ValueState>;

export const ValueOrigin = choice(VALUE_ORIGINS, {
  title: 'ValueOrigin',
  description: 'Origin of a value.',
});
export type ValueOrigin = Static<typeof ValueOrigin>;

const outdated = Type.Boolean({
  description:
    'True if the source string has changed since the value was written, by more than corrections that keep translations.',
});

const Text = Type.String({ description: 'Text of the value, exactly as it was sent.' });
const Version = Type.Integer({ minimum: 1, description: 'Version of the value, counted from 1.' });

const SOURCE_VERSION =
  'Version of the source string as it is now, which says what the caller has read. A source string that comes back gets its version back, and one that only corrects it (`keepTranslations`) has the same.';

export const SourceVersion = Type.Integer({ minimum: 0, description: SOURCE_VERSION });

/** Version of the source string on which a decision about a value is based. */
export const ReadSourceVersion = Type.Integer({
  minimum: 0,
  description:
    '`sourceVersion` that the caller has read. The request fails with `version_conflict` and `currentSource` if the source string has changed since. Omitted: any source string.',
});

/** Option that decides whether translations of a changed source string stay up to date. */
export const KeepTranslations = Type.Boolean({
  description:
    'True if a new source string means the same as the one it replaces, such as after a corrected typo: translations stay up to date or `outdated` as they are. False if it means something else. Omitted: it means the same only if the key had this string before with the meaning that it has now. Ignored for translations.',
});

const Checks = Type.Array(Code, {
  description:
    'Codes of the checks with a finding in the value that nobody dismissed. Absent if the value is missing.',
});

export const TranslationValue = named('TranslationValue', {
  id: Id,
  keyId: Id,
  key: NameOfKey,
  locale: CanonicalLocaleTag,
  text: Text,
  state: ValueState,
  origin: ValueOrigin,
  outdated,
  version: Version,
  sourceVersion: SourceVersion,
  checks: Type.Optional(Checks),
  updatedAt: Timestamp,
  updatedBy: Actor,
});
export type TranslationValue = Static<typeof TranslationValue>;

/** A row of the list: a value, or a key without a value if the request has `missing=true`. */
export const TranslationValueRow = named('TranslationValueRow', {
  id: nullable(Id, { description: 'Id of the value. Null if the value is missing.' }),
  keyId: Id,
  key: NameOfKey,
  locale: CanonicalLocaleTag,
  text: nullable(Text, { description: 'Text of the value. Null if the value is missing.' }),
  state: nullable(ValueState),
  origin: Type.Optional(ValueOrigin),
  outdated: Type.Optional(outdated),
  version: Type.Integer({
    minimum: 0,
    description: 'Version of the value. 0 if the value is missing.',
  }),
  sourceVersion: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: `${SOURCE_VERSION} Absent in the response to a deletion.`,
    }),
  ),
  checks: Type.Optional(Checks),
  updatedAt: Type.Optional(Timestamp),
  updatedBy: Type.Optional(Actor),
});
export type TranslationValueRow = Static<typeof TranslationValueRow>;

export const ValueVersion = named('ValueVersion', {
  version: Version,
  text: nullable(Text, { description: 'Text of the version. Null if the value was missing.' }),
  state: nullable(ValueState),
  origin: nullable(ValueOrigin),
  sourceText: nullable(
    Type.String({ description: 'Source string that the version was written from.' }),
    {
      description:
        'Source string that the version was written from. Null if it is not known, or the value was missing.',
    },
  ),
  keptTranslations: Type.Boolean({
    description:
      'True if the version is a source string that replaced another with `keepTranslations: true`.',
  }),
  by: Actor,
  proposedBy: actorOrNull(
    'Author of the proposal that was accepted. Null if the version was no proposal.',
  ),
  at: Timestamp,
});
export type ValueVersion = Static<typeof ValueVersion>;

const valueParams = closed({ projectId: ProjectId, valueId: Id });

export const i18nValuesList = endpoint({
  id: 'i18n.values.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/values',
  summary: 'Lists translation values by locale, then in the order of the keys.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: listQuery({
    locale: Type.Optional(LocaleTag),
    keyId: Type.Optional(Id),
    state: Type.Optional(ValueState),
    origin: Type.Optional(ValueOrigin),
    outdated: Type.Optional(outdated),
    missing: Type.Optional(
      Type.Boolean({
        description: 'True to list only keys without a value in `locale`, which is then required.',
      }),
    ),
    keyPrefix: Type.Optional(KeyName),
    q: Type.Optional(SearchText),
    updatedSince: Type.Optional(DayOrTimeInput),
    check: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9_]{0,49}$',
        description:
          'Code of a check, such as `outdated`, `unknown_words` or `placeholder_missing`. Only values with a finding of this check are listed.',
      }),
    ),
  }),
  data: Type.Array(TranslationValueRow),
  meta: ListMeta,
  conditional: true,
});

export const i18nValuesUpdate = endpoint({
  id: 'i18n.values.update',
  method: 'PATCH',
  path: '/v1/i18n/projects/:projectId/values/:valueId',
  summary: 'Changes the text or the state of a value. The previous version is kept in the history.',
  access: translating(scoped('i18n:write')),
  params: valueParams,
  body: updateBody({
    text: Type.Optional(ValueText),
    state: Type.Optional(ValueState),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Version that the caller has read. The request fails with `version_conflict` if the value has changed since.',
      }),
    ),
    sourceVersion: Type.Optional(ReadSourceVersion),
    keepTranslations: Type.Optional(KeepTranslations),
  }),
  data: TranslationValue,
  errors: ['version_conflict', 'archived'],
});

export const i18nValuesPut = endpoint({
  id: 'i18n.values.put',
  method: 'PUT',
  path: '/v1/i18n/projects/:projectId/keys/:keyId/values/:localeCode',
  summary: 'Creates or replaces the value of a key in a locale.',
  access: translating(scoped('i18n:write')),
  params: closed({ projectId: ProjectId, keyId: Id, localeCode: LocaleTag }),
  body: closed({
    text: ValueText,
    state: Type.Optional(ValueState),
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Version that the caller has read; 0 if the value was missing. The request fails with `version_conflict` if that has changed since. Without it, the request replaces any version.',
      }),
    ),
    sourceVersion: Type.Optional(ReadSourceVersion),
    keepTranslations: Type.Optional(KeepTranslations),
  }),
  data: TranslationValue,
  errors: ['version_conflict', 'archived'],
});

export const i18nValuesDelete = endpoint({
  id: 'i18n.values.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/values/:valueId',
  summary:
    'Makes a value missing again. Its history is kept, and the next text in its place continues the versions.',
  access: translating(scoped('i18n:write')),
  params: valueParams,
  query: closed({
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Version that the caller has read. The request fails with `version_conflict` if the value has changed since.',
      }),
    ),
  }),
  data: TranslationValueRow,
  errors: ['version_conflict', 'archived'],
});

export const i18nHistoryList = endpoint({
  id: 'i18n.history.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/values/:valueId/history',
  summary:
    'Lists the versions of a value, also of a deleted one. A version without text was missing.',
  access: scoped('i18n:read'),
  params: valueParams,
  query: listQuery(),
  data: Type.Array(ValueVersion),
  meta: AgingListMeta,
});

export const ValueCounts = closed(
  {
    translated: counting('Values that are translated or reviewed.'),
    needsReview: counting('Values that need review.'),
    missing: counting('Values that do not exist.'),
    outdated: counting('Values whose source string has changed since they were written.'),
  },
  { description: 'Number of values by state.' },
);
