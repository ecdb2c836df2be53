import { type Static, Type } from 'typebox';
import { endpoint, scoped, translating } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable, optional } from '../schema/build.ts';
import {
  Actor,
  actorOrNull,
  CanonicalLocaleTag,
  counting,
  DayOrTimeInput,
  Id,
  LocaleTag,
  ProjectId,
  SearchText,
  Timestamp,
} from '../schema/common.ts';
import { AgingListMeta, ListMeta, listQuery } from '../schema/list.ts';
import { FaultyFile } from './faulty-file.ts';
import { KEY_FIELDS } from './key-fields.ts';
import { projectParams } from './projects.ts';
import { SyncChange, SyncTokenInput } from './sync.ts';
import { ValueOrigin, ValueState } from './values.ts';

export const CHANGE_KINDS = ['import', 'edit', 'bulk', 'job', 'revert'] as const;

export const ChangeKind = choice(CHANGE_KINDS, {
  title: 'ChangeKind',
  description: 'Kind of a change.',
});
export type ChangeKind = Static<typeof ChangeKind>;

export const ChangedText = named(
  'ChangedText',
  {
    text: Type.String({
      description: `Text of the value, truncated after ${LIMITS.rowTextLength} code points.`,
    }),
    isTruncated: Type.Boolean({ description: 'True if `text` is truncated.' }),
    state: ValueState,
    origin: ValueOrigin,
    version: Type.Integer({ minimum: 1, description: 'Version of the value, counted from 1.' }),
  },
  'A version of a value.',
);
export type ChangedText = Static<typeof ChangedText>;

export const ChangedKey = named(
  'ChangedKey',
  optional(KEY_FIELDS),
  'The fields of a key that a change gave another content.',
);
export type ChangedKey = Static<typeof ChangedKey>;

export const ChangeItem = named(
  'ChangeItem',
  {
    kind: choice(['created', 'archived', 'restored', 'edited', 'value'], {
      description: '`value` is the value of a key in a locale; the others are keys.',
    }),
    keyId: Id,
    key: Type.String({ description: 'Name of the translation key, as it is now.' }),
    locale: nullable(CanonicalLocaleTag, { description: 'Locale of a value. Null for a key.' }),
    before: nullable(ChangedText, {
      description:
        'Version of a value that the change replaced. Null for a key, and if the value was missing.',
    }),
    after: nullable(ChangedText, {
      description:
        'Version of a value that the change wrote. Null for a key, and if the change made the value missing.',
    }),
    isPurged: Type.Boolean({
      description:
        'True if the values of the locale were deleted for good since. `before` and `after` are then null.',
    }),
    keyBefore: nullable(ChangedKey, { description: 'Replaced fields of an edited key.' }),
    keyAfter: nullable(ChangedKey, { description: 'New fields of an edited key.' }),
  },
  'A key or a value that a change touched.',
);
export type ChangeItem = Static<typeof ChangeItem>;

export const Change = named(
  'Change',
  {
    id: Id,
    kind: ChangeKind,
    state: choice(['running', 'completed'], {
      description: 'A job is `running` until it has ended. All other changes are `completed`.',
    }),
    number: nullable(Type.Integer({ minimum: 1 }), {
      description:
        'Place of the change in the order of the project. Null until it is numbered, a moment after it was made.',
    }),
    counts: closed(
      {
        values: counting('Values that were written or deleted.'),
        keysCreated: counting('Keys that were created.'),
        keysArchived: counting('Keys that were archived.'),
        keysRestored: counting('Archived keys that were restored.'),
        keysEdited: counting('Keys with a new name, description, tags or maximum length.'),
      },
      { description: 'Extent of the change.' },
    ),
    at: Timestamp,
    by: Actor,
    proposedBy: actorOrNull(
      'Author of the proposal that the change accepted. Null for other changes.',
    ),
    keptTranslations: Type.Boolean({
      description:
        'True if the change was made with `keepTranslations: true`: its source strings left translations as up to date as they were.',
    }),
    faulty: Type.Array(FaultyFile, {
      maxItems: LIMITS.faultyFilesKept,
      description:
        'The first files that the import of a folder left out because they could not be read. Empty for other changes.',
    }),
    items: Type.Array(ChangeItem, {
      description:
        'The first keys and values that the change touched, as many as `items` of the list asks for. Empty elsewhere.',
    }),
  },
  'Everything that one request or job wrote in a project.',
);
export type Change = Static<typeof Change>;

const changeParams = closed({ projectId: ProjectId, changeId: Id });

export const i18nChangesList = endpoint({
  id: 'i18n.changes.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/changes',
  summary:
    'Lists the changes of a project, newest first. A filtered page can be short: follow `nextCursor`.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: listQuery({
    kind: Type.Optional({ ...ChangeKind, description: 'Only changes of this kind.' }),
    by: Type.Optional({
      ...SearchText,
      description:
        'Id of an actor, or substring of its name. Upper and lower case are not distinguished.',
    }),
    locale: Type.Optional({
      ...LocaleTag,
      description: 'Only changes that wrote values in this locale.',
    }),
    from: Type.Optional(DayOrTimeInput),
    to: Type.Optional(DayOrTimeInput),
    items: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LIMITS.changeItemsListed,
        default: 0,
        description: `Number of keys and values to return with each change (0–${LIMITS.changeItemsListed}). Defaults to 0.`,
      }),
    ),
  }),
  data: Type.Array(Change),
  meta: AgingListMeta,
});

export const i18nChangesSince = endpoint({
  id: 'i18n.changes.since',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/changes/since',
  summary:
    'Lists what differs from the state at a sync token. A page can be short or long: follow `nextCursor`.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: listQuery({
    token: SyncTokenInput,
    locale: Type.Optional({ ...LocaleTag, description: 'Only values in this locale.' }),
    states: Type.Optional(
      Type.Boolean({
        description:
          'True to list values of which only the state differs as well. Defaults to false.',
      }),
    ),
  }),
  data: Type.Array(SyncChange),
  meta: ListMeta,
  errors: ['unknown_sync_token'],
});

export const i18nChangesGet = endpoint({
  id: 'i18n.changes.get',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/changes/:changeId',
  summary: 'Returns a change. The change of a job has the id of the job.',
  access: scoped('i18n:read'),
  params: changeParams,
  data: Change,
});

export const i18nChangesValues = endpoint({
  id: 'i18n.changes.values',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/changes/:changeId/values',
  summary: 'Lists the keys and values that a change touched, as they were before and after it.',
  access: scoped('i18n:read'),
  params: changeParams,
  query: listQuery(),
  data: Type.Array(ChangeItem),
  meta: ListMeta,
});

export const RevertConflict = named(
  'RevertConflict',
  {
    kind: choice(['created', 'archived', 'restored', 'edited', 'value'], {
      description: 'Action of the change on the key; `value` is the value of a key in a locale.',
    }),
    keyId: Id,
    key: Type.String({ description: 'Name of the translation key.' }),
    locale: nullable(CanonicalLocaleTag, { description: 'Locale of a value. Null for a key.' }),
    current: nullable(Type.String(), {
      description: `Text of the value as it stays, truncated after ${LIMITS.rowTextLength} code points. Null for a key, and if the value is missing.`,
    }),
    earlier: nullable(Type.String(), {
      description:
        'Text that the reverted change replaced, truncated in the same way. Null for a key, and if the value was missing.',
    }),
  },
  'A key or a value that was changed since the reverted change.',
);
export type RevertConflict = Static<typeof RevertConflict>;

export const Revert = named(
  'Revert',
  {
    changeId: nullable(Id, {
      description:
        'Id of the change that the revert made. Null for a dry run or if nothing was written.',
    }),
    counts: closed(
      {
        values: counting('Values that got their earlier text back, or are missing again.'),
        keysArchived: counting('Keys that the change had created or restored.'),
        keysRestored: counting('Keys that the change had archived.'),
        keysEdited: counting('Keys that got their earlier fields back.'),
        unchanged: counting('Keys and values that already are as they were before the change.'),
        conflicts: counting('Keys and values that were changed since. They stay as they are.'),
      },
      { description: 'Extent of the revert, or of a revert without `dryRun`.' },
    ),
    conflicts: Type.Array(RevertConflict, {
      description: `The first ${LIMITS.revertConflictsListed} conflicts.`,
    }),
  },
  'Result of a revert.',
);
export type Revert = Static<typeof Revert>;

export const i18nChangesRevert = endpoint({
  id: 'i18n.changes.revert',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/changes/:changeId/revert',
  summary:
    'Restores what a change replaced, except what was changed since. The revert is a change and can be reverted.',
  access: translating(scoped('i18n:write')),
  params: changeParams,
  body: closed({
    dryRun: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'If true, nothing is written. Defaults to false.',
      }),
    ),
    conflicts: Type.Optional(
      choice(['skip', 'fail'], {
        default: 'skip',
        description:
          '`skip` leaves what was changed since as it is. `fail` then writes nothing and answers 409. Defaults to `skip`.',
      }),
    ),
  }),
  data: Revert,
  errors: ['conflict', 'archived'],
  idempotent: true,
});
