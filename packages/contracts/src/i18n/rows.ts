import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable, recordOf } from '../schema/build.ts';
import {
  Actor,
  CanonicalLocaleTag,
  Code,
  Count,
  counting,
  DayOrTimeInput,
  Id,
  KeyName,
  LocaleTag,
  Timestamp,
} from '../schema/common.ts';
import { ListMeta, listQuery } from '../schema/list.ts';
import { KEY_FIELDS } from './key-fields.ts';
import { projectParams } from './projects.ts';
import { SourceVersion, ValueOrigin, ValueState } from './values.ts';

const PluralForm = choice(['zero', 'one', 'two', 'few', 'many', 'other'], {
  description: 'Plural category of CLDR.',
});

const cellFields = {
  id: Type.String({ format: 'uuid', description: 'Id of the value.' }),
  text: Type.String({
    description: `Text of the value, truncated after ${LIMITS.rowTextLength} code points.`,
  }),
  isTruncated: Type.Boolean({ description: 'True if `text` is truncated.' }),
  state: ValueState,
  origin: ValueOrigin,
  outdated: Type.Boolean({
    description: 'True if the source string has changed since the value was written.',
  }),
  version: Type.Integer({ minimum: 1, description: 'Version of the value, counted from 1.' }),
  checks: Type.Array(Code, {
    description: 'Codes of the checks with a finding in the value that nobody dismissed.',
  }),
  updatedAt: Timestamp,
  updatedBy: Actor,
};

export const CellForm = named(
  'CellForm',
  { category: PluralForm, keyId: Id, ...cellFields },
  'The value of one form of a plural family.',
);
export type CellForm = Static<typeof CellForm>;

export const Cell = named(
  'Cell',
  {
    ...cellFields,
    forms: Type.Optional(
      Type.Array(CellForm, {
        description:
          'Forms of a plural family that have a value. The other members of the cell are those of the form `other`, or of the first form if `other` has no value. Absent in the cell of a plain key.',
      }),
    ),
  },
  'The value of a row in one locale.',
);
export type Cell = Static<typeof Cell>;

/** A plural family with its forms in CLDR's order. */
const RowFamily = closed({
  style: choice(['_', '.', '_ordinal_'], {
    description: 'Text between the name of the family and the category of a form.',
  }),
  kind: choice(['cardinal', 'ordinal'], {
    description: 'Kind of number that selects a form: an amount, or a place in an order.',
  }),
  domain: choice(['integer', 'number'], {
    description:
      'Numbers that select a form. In a family of integers, which PO and Android files have, a locale does not need categories that no integer reaches, such as `other` in Russian.',
  }),
  forms: Type.Array(
    closed({
      category: PluralForm,
      keyId: Id,
      sourceVersion: SourceVersion,
      maxLength: nullable(Type.Integer(), {
        description:
          'Maximum number of characters in a translation of the form. Null if unlimited.',
      }),
    }),
    { description: 'Active keys of the family.' },
  ),
});

const { name: _, ...ROW_FIELDS } = KEY_FIELDS;

export const Row = named(
  'Row',
  {
    keyId: Type.String({
      format: 'uuid',
      description: 'Id of the key; of a plural family, of its form `other`.',
    }),
    key: Type.String({ description: 'Name of the key or of the plural family.' }),
    ...ROW_FIELDS,
    family: nullable(RowFamily, { description: 'Plural family of the row. Null for a plain key.' }),
    source: nullable(Cell, { description: 'Source string. Null if there is none.' }),
    sourceVersion: {
      ...SourceVersion,
      description: 'Version of the source string; of a plural family, of its form `other`.',
    },
    values: recordOf(nullable(Cell), {
      description: 'Values by the requested locales. Null if there is none.',
    }),
    proposals: recordOf(Count, {
      description:
        'Number of open proposals by the requested locales, of all forms of a plural family. Locales without one are absent.',
    }),
  },
  'A key or a plural family with its values in several locales.',
);
export type Row = Static<typeof Row>;

const filters = {
  locales: Type.Array(LocaleTag, {
    minItems: 1,
    maxItems: LIMITS.rowLocales,
    description:
      'Locales of the values (1–20), separated by commas. Conditions on values refer to them.',
  }),
  query: Type.Optional(
    Type.String({
      maxLength: LIMITS.queryLength,
      description:
        'Filter in the query language, such as `menu is:missing -tag:legacy`. Defaults to all rows.',
    }),
  ),
};

export const i18nRowsList = endpoint({
  id: 'i18n.rows.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/rows',
  summary:
    'Lists keys and plural families with their values in several locales, in the order of the imported file.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: closed({
    ...listQuery().properties,
    ...filters,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.rowPageSize,
        default: LIMITS.defaultPageSize,
        description: 'Maximum number of rows to return (1–200). Defaults to 100.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.cursorLength,
        description: '`meta.nextCursor` of the previous page, or an anchor of the row index.',
      }),
    ),
    keyIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: LIMITS.rowPageSize,
        description:
          'Ids of keys whose rows to return in this order, separated by commas, instead of a page. Cannot be combined with `query` or `cursor`.',
      }),
    ),
    around: Type.Optional({
      ...Id,
      description:
        'Id of a key whose row to return in the middle of `limit` rows, in the order of the imported file, instead of a page. Cannot be combined with `query`, `cursor` or `keyIds`.',
    }),
  }),
  data: Type.Array(Row),
  meta: ListMeta,
  conditional: true,
});

export const RowIndex = named(
  'RowIndex',
  {
    revision: Type.String({
      description: 'Opaque revision of everything that the rows depend on.',
    }),
    total: counting('Number of rows found so far, including those of earlier parts.'),
    isComplete: Type.Boolean({
      description:
        'False if the filter took longer than `maxMs`. Pass `nextCursor` as `cursor` to continue.',
    }),
    nextCursor: nullable(Type.String(), {
      description: 'Cursor of the next part of the index. Null if `isComplete` is true.',
    }),
    step: Type.Integer({ description: 'Number of rows from one anchor to the next.' }),
    anchors: Type.Array(Type.String(), {
      description:
        'Cursors of the rows 0, `step`, 2 × `step`, …, as far as this part found them. An anchor is the id of the row’s key; anchors ascend.',
    }),
    keyIds: Type.Optional(
      Type.Array(Id, {
        description: 'Ids of the rows that this part found, if `total` is at most 2,000.',
      }),
    ),
  },
  'Positions in a list of rows, for access to any window of it.',
);
export type RowIndex = Static<typeof RowIndex>;

export const i18nRowIndexGet = endpoint({
  id: 'i18n.row-index.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/row-index',
  summary: 'Counts the rows of a filter and returns a cursor for every 200th row.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: closed({
    ...filters,
    step: Type.Optional(
      Type.Integer({
        minimum: LIMITS.rowPageSize,
        maximum: 10_000,
        default: LIMITS.rowPageSize,
        description: 'Number of rows from one anchor to the next (200–10,000). Defaults to 200.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.cursorLength,
        description: '`nextCursor` of the previous part of the index.',
      }),
    ),
    maxMs: Type.Optional(
      Type.Integer({
        minimum: 50,
        maximum: 700,
        default: 700,
        description:
          'Time in ms after which a filter that is not finished returns the part that it has found (50–700). Defaults to 700.',
      }),
    ),
  }),
  data: RowIndex,
  conditional: true,
});

export const LocaleCounts = named(
  'LocaleCounts',
  {
    locale: CanonicalLocaleTag,
    missing: counting('Values that do not exist.'),
    needsReview: counting('Values in the state `needs_review`.'),
    machine: counting('Values of `needsReview` that a translation engine wrote.'),
    machineUnreviewed: counting(
      'Values of `needsReview` and `translated` that a translation engine wrote.',
    ),
    translated: counting('Values in the state `translated`.'),
    reviewed: counting('Values in the state `reviewed`.'),
    outdated: counting('Values whose source string has changed since they were written.'),
    checks: recordOf(Count, {
      description:
        'Number of values with a finding that nobody dismissed, by the code of the check.',
    }),
    rechecking: Type.Boolean({
      description:
        'True while findings of the project are computed again, for example after a change of a term: `checks` may then count findings of before.',
    }),
  },
  'Number of values of active keys in one locale.',
);
export type LocaleCounts = Static<typeof LocaleCounts>;

export const i18nCountsGet = endpoint({
  id: 'i18n.counts.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/counts',
  summary: 'Counts the values of locales by state and by finding.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: closed({
    locales: Type.Optional(
      Type.Array(LocaleTag, {
        minItems: 1,
        maxItems: LIMITS.localesPerProject,
        description: 'Locales to count, separated by commas. Defaults to all locales.',
      }),
    ),
  }),
  data: Type.Array(LocaleCounts),
  conditional: true,
});

export const ReviewCounts = named(
  'ReviewCounts',
  {
    locale: CanonicalLocaleTag,
    reviewed: counting(
      'Values in the state `reviewed` that a person or an API key has written since.',
    ),
    reviewedByCaller: counting('Values of `reviewed` that the caller has written.'),
  },
  'Progress of the review in one locale.',
);
export type ReviewCounts = Static<typeof ReviewCounts>;

export const i18nReviewsGet = endpoint({
  id: 'i18n.reviews.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/reviews',
  summary: `Counts the texts of each locale that were reviewed since a time, among the newest ${LIMITS.reviewChanges} changes and texts.`,
  access: scoped('i18n:read'),
  params: projectParams,
  query: closed({
    since: {
      ...DayOrTimeInput,
      description: 'Beginning of the period, such as the midnight of the reader.',
    },
  }),
  data: Type.Array(ReviewCounts),
});

export const KeyTreeNode = named(
  'KeyTreeNode',
  {
    segment: Type.String({ description: 'Next segment of the names below the prefix.' }),
    keyId: nullable(Id, {
      description: 'Id of the row whose name ends with this segment. Null if there is none.',
    }),
    prefix: nullable(Type.String(), {
      description: 'Prefix of the names below this segment. Null if there are none.',
    }),
    count: counting('Number of rows at and below this segment.'),
  },
  'A segment in the tree of key names.',
);
export type KeyTreeNode = Static<typeof KeyTreeNode>;

export const i18nKeyTreeList = endpoint({
  id: 'i18n.key-tree.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/key-tree',
  summary: 'Lists the next segments of the names of keys below a prefix, sorted by segment.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: listQuery({
    prefix: Type.Optional(KeyName),
  }),
  data: Type.Array(KeyTreeNode),
  meta: ListMeta,
  conditional: true,
});
