import { type Static, type TSchema, Type } from 'typebox';
import { endpoint, scoped, translating } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { byMember, closed } from '../schema/build.ts';
import { Code, Id, LocaleTag, ProjectId, TimeInput, ValueText } from '../schema/common.ts';
import { BulkResult, BulkRun } from './bulk-results.ts';
import { KEY_FIELD_INPUTS, MaxLength, Tags } from './key-fields.ts';
import { projectParams } from './projects.ts';
import { SyncTokenInput } from './sync.ts';
import { KeepTranslations, ValueState } from './values.ts';

const described = <Schema extends TSchema>(description: string, schema: Schema): Schema => ({
  ...schema,
  description,
});

const Locales = Type.Array(LocaleTag, {
  minItems: 1,
  maxItems: LIMITS.rowLocales,
  uniqueItems: true,
  description: 'Locales of the values (1–20). Conditions on values refer to them.',
});

const KeyIds = Type.Array(Id, {
  minItems: 1,
  maxItems: LIMITS.bulkKeyIds,
  description: `Ids of the keys (1–${LIMITS.bulkKeyIds}). A form of a plural family stands for the family.`,
});

const Query = Type.String({
  maxLength: LIMITS.queryLength,
  description: 'Filter in the query language. An empty filter selects all rows.',
});

const Except = Type.Array(closed({ keyId: Id, locale: LocaleTag }), {
  maxItems: LIMITS.bulkExceptions,
  description: 'Values to leave as they are.',
});

const valueParts = { locales: Locales, except: Type.Optional(Except) };

const ValueSelection = described(
  'Rows and locales of the values: named keys, or all rows of a filter.',
  byMember(
    'keyIds',
    closed({ keyIds: KeyIds, ...valueParts }),
    closed({ query: Query, ...valueParts }),
  ),
);

const KeySelection = described(
  'Named keys, or all rows of a filter.',
  byMember('keyIds', closed({ keyIds: KeyIds }), closed({ query: Query, locales: Locales })),
);

const OVERWRITE = Type.Boolean({
  default: false,
  description: 'True to replace values that are there. Defaults to false: only missing ones.',
});

export const Replacement = closed(
  {
    find: Type.String({
      minLength: 1,
      maxLength: LIMITS.searchLength,
      description: 'Text or pattern to find.',
    }),
    replaceWith: Type.String({
      maxLength: LIMITS.descriptionLength,
      description:
        'Text that replaces each match. With `isPattern`, `$1` or `$<name>` is a group, `$&` the match, and `$$` a dollar sign.',
    }),
    isPattern: Type.Optional(
      Type.Boolean({
        description:
          'True if `find` is a regular expression in the syntax of RE2. Defaults to false.',
      }),
    ),
    matchesCase: Type.Optional(
      Type.Boolean({
        description:
          'True to find the exact text only. Otherwise, a text is found as in a search without `case:`, and a pattern without regard to case. Defaults to false.',
      }),
    ),
    wholeWords: Type.Optional(
      Type.Boolean({
        description: 'True to leave matches that begin or end within a word. Defaults to false.',
      }),
    ),
  },
  {
    description: `Replaces a text in values. States of values that need review stay; others become \`translated\`. Fails with \`limit_exceeded\` if a text would become too long, or if the texts of ${LIMITS.bulkPartValues} values would grow by more than ${LIMITS.bulkGrowth} characters.`,
  },
);
export type Replacement = Static<typeof Replacement>;

const ValueAction = closed(
  {
    setState: Type.Optional(
      closed({ state: ValueState }, { description: 'Gives values a state.' }),
    ),
    clear: Type.Optional(closed({}, { description: 'Makes values missing again.' })),
    copy: Type.Optional(
      closed(
        {
          from: LocaleTag,
          overwrite: Type.Optional(OVERWRITE),
          state: Type.Optional({ ...ValueState, default: 'needs_review' }),
        },
        {
          description:
            'Copies the texts of another locale. A plural form that it lacks is copied from its form `other`, and the keys of plural forms that a locale needs and the project lacks are created. Plurals of ICU messages get the categories of the locale: one that the text lacks is copied from `other`, and one that the language does not have is left out.',
        },
      ),
    ),
    setText: Type.Optional(
      closed(
        {
          text: ValueText,
          overwrite: Type.Optional(OVERWRITE),
          state: Type.Optional({ ...ValueState, default: 'translated' }),
        },
        {
          description:
            'Gives values a text, such as the translation of keys whose source strings are equal.',
        },
      ),
    ),
    fillFromMemory: Type.Optional(
      closed(
        { overwrite: Type.Optional(OVERWRITE) },
        {
          description:
            'Takes the translations of equal source strings in the organization. They are to be reviewed.',
        },
      ),
    ),
    replace: Type.Optional(Replacement),
    applyFix: Type.Optional(
      closed(
        { check: { ...Code, maxLength: LIMITS.nameLength } },
        {
          description: 'Applies the fix that a check suggests. The state changes as in `replace`.',
        },
      ),
    ),
  },
  {
    minProperties: 1,
    maxProperties: 1,
    title: 'ValuesBulkAction',
    description: 'Exactly one action.',
  },
);
export type ValuesBulkAction = Static<typeof ValueAction>;

const KeyAction = closed(
  {
    setTags: Type.Optional(
      closed(
        { add: Type.Optional(Tags), remove: Type.Optional(Tags) },
        { minProperties: 1, description: 'Adds and removes tags.' },
      ),
    ),
    setMaxLength: Type.Optional(
      closed({ maxLength: MaxLength }, { description: 'Limits the length of translations.' }),
    ),
    edit: Type.Optional(
      closed(KEY_FIELD_INPUTS, {
        minProperties: 1,
        description:
          'Gives the one key that `select.keyIds` names, or its plural family, other fields. The name is that of the family: its forms get it with their own ends.',
      }),
    ),
    archive: Type.Optional(closed({}, { description: 'Archives keys.' })),
    restore: Type.Optional(
      closed({}, { description: 'Restores archived keys. They are selected by `keyIds`.' }),
    ),
  },
  {
    minProperties: 1,
    maxProperties: 1,
    title: 'KeysBulkAction',
    description: 'Exactly one action.',
  },
);
export type KeysBulkAction = Static<typeof KeyAction>;

const call = {
  expectedCount: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Number of selected rows that the caller has seen. The request fails with `conflict` if it is another one.',
    }),
  ),
  unchangedSince: Type.Optional({
    ...TimeInput,
    description:
      'Values that were written after this time, by the clock of the server, are conflicts too. Source strings count as for `base`.',
  }),
  base: Type.Optional({
    ...SyncTokenInput,
    description:
      'The `syncToken` of a dry run. Values that were written since are conflicts and stay as they are. With `setText`, and with `setState` unless the state is `needs_review`, so are values whose source string has changed since. Defaults to the state that the request reads first.',
  }),
  read: Type.Optional(
    Type.Array(
      closed(
        {
          keyId: Id,
          locale: LocaleTag,
          version: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: '`version` of the value; 0 if it was missing.',
            }),
          ),
          sourceVersion: Type.Optional(
            Type.Integer({ minimum: 0, description: '`sourceVersion` of the value or row.' }),
          ),
        },
        { minProperties: 3 },
      ),
      {
        maxItems: LIMITS.bulkReads,
        description: `Versions that the caller has read (0–${LIMITS.bulkReads}). If a value has another version now, or its source string has, the request fails with \`version_conflict\` and \`currentValues\`, and writes nothing.`,
      },
    ),
  ),
  skipConflicts: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'True to leave values that are not as `read` says, as they are, and to count them as conflicts. Defaults to false. A dry run counts them in any case.',
    }),
  ),
  dryRun: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'If true, nothing is written. A dry run of many rows stops after about a second: `rowsDone` is then less than `rows`. Defaults to false.',
    }),
  ),
};

const bulkEndpoint = {
  access: scoped('i18n:read', 'i18n:write'),
  params: projectParams,
  data: BulkResult,
  errors: ['conflict', 'archived', 'limit_exceeded'],
  idempotent: true,
} as const;

export const i18nValuesBulk = endpoint({
  id: 'i18n.values.bulk',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/values/bulk',
  summary:
    'Changes many values as one change. Above 2,000 rows × locales it runs in the background (202).',
  ...bulkEndpoint,
  access: translating(bulkEndpoint.access),
  errors: [...bulkEndpoint.errors, 'version_conflict', 'unknown_sync_token'],
  body: closed({
    select: ValueSelection,
    action: ValueAction,
    skipForbidden: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'True to leave out locales whose values the caller may not change, unless these are all of them. Defaults to false: the request is refused as a whole.',
      }),
    ),
    keepTranslations: Type.Optional(KeepTranslations),
    ...call,
  }),
});

export const i18nKeysBulk = endpoint({
  id: 'i18n.keys.bulk',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/keys/bulk',
  summary: 'Changes many keys as one change. Above 2,000 rows it runs in the background (202).',
  ...bulkEndpoint,
  body: closed({
    select: KeySelection,
    action: KeyAction,
    expectedCount: call.expectedCount,
    dryRun: call.dryRun,
  }),
});

export const i18nBulkRunsGet = endpoint({
  id: 'i18n.bulk-runs.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/bulk-runs/:runId',
  summary: 'Returns the progress of a bulk change that runs in the background.',
  access: scoped('i18n:read'),
  params: closed({ projectId: ProjectId, runId: Id }),
  data: BulkRun,
});

export const i18nBulkRunsCancel = endpoint({
  id: 'i18n.bulk-runs.cancel',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/bulk-runs/:runId/cancel',
  summary:
    'Ends a bulk change after its current part. Without the right `content`, only an own one.',
  access: translating(scoped('i18n:write')),
  params: closed({ projectId: ProjectId, runId: Id }),
  data: BulkRun,
  errors: ['conflict'],
});
