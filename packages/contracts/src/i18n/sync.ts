import { type Static, Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable } from '../schema/build.ts';
import { Actor, CanonicalLocaleTag, NameOfKey } from '../schema/common.ts';
import { Tags } from './key-fields.ts';
import { ValueState } from './values.ts';

export const SyncTokenInput = Type.String({
  minLength: 1,
  maxLength: LIMITS.syncTokenLength,
  description:
    'Sync token of an earlier export or import of the project: the state that the files were last in step with.',
});

/** The `meta` member of responses that contain a sync token. */
export const SyncMeta = closed(
  {
    syncToken: nullable(Type.String(), {
      description:
        'Opaque token of the state that this response leaves the client in, for `base` of a later merge. It is valid until the change after it is older than the service keeps changes, three years by default. Null if the base names too many changes: export for a new token.',
    }),
  },
  { title: 'SyncMeta', description: 'Place in the changes of the project.' },
);
export type SyncMeta = Static<typeof SyncMeta>;

/** Fields of an import with `mode: "merge"`. */
export const mergeFields = {
  base: Type.Optional(SyncTokenInput),
  conflicts: Type.Optional(
    choice(['fail', 'ours', 'theirs'], {
      description:
        'With `mode: "merge"`, handling of texts that the file and the project both changed: fail the import, write those of the file (`ours`) or keep those of the project (`theirs`). Defaults to `fail`.',
    }),
  ),
  replaceReviewed: Type.Optional(
    Type.Boolean({
      description:
        'With `mode: "merge"`, true to replace values in the state `reviewed` as well. With `mode: "overwrite"`, true to let the file lower the state of reviewed values whose text it repeats. Defaults to false.',
    }),
  ),
  states: Type.Optional(
    Type.Boolean({
      description:
        'With `mode: "merge"`, true to write the states of the file to values with the same text, unless the project changed the state since `base`. A reviewed value keeps its state unless `replaceReviewed` is true. Defaults to false.',
    }),
  ),
  allowEmpty: Type.Optional(
    Type.Boolean({
      description:
        'With `mode: "merge"`, true to replace texts with empty ones as well. Defaults to false.',
    }),
  ),
  restore: Type.Optional(
    Type.Boolean({
      description:
        'With `mode: "merge"`, true to restore archived keys and cleared values that the file has. Defaults to false.',
    }),
  ),
  archive: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.keyNameLength }), {
      maxItems: LIMITS.mergeArchivedKeys,
      uniqueItems: true,
      description:
        'With `mode: "merge"`, names of keys to archive. A key whose source string changed since `base` is a conflict.',
    }),
  ),
  tags: Type.Optional({
    ...Tags,
    description: 'With `mode: "merge"`, tags of the keys that the import creates.',
  }),
};

export const ImportConflict = named(
  'ImportConflict',
  {
    key: NameOfKey,
    locale: CanonicalLocaleTag,
    base: nullable(Type.String(), { description: 'Text at `base`. Null if there was none.' }),
    file: nullable(Type.String(), {
      description: 'Text in the file. Null for a key to archive.',
    }),
    project: nullable(Type.String(), {
      description: 'Text in the project. Null if the value is missing or the key is archived.',
    }),
    state: nullable(ValueState, { description: 'State in the project. Null without a text.' }),
    by: nullable(Actor),
  },
  'A text that the file and the project both changed.',
);
export type ImportConflict = Static<typeof ImportConflict>;

export const SyncChange = named(
  'SyncChange',
  {
    key: Type.String({ description: 'Name of the translation key, as it is now.' }),
    previousKey: nullable(Type.String(), {
      description: 'Name of the key before it was renamed. Null in all other rows.',
    }),
    locale: nullable(CanonicalLocaleTag, {
      description: 'Locale of the value. Null for a renamed key.',
    }),
    before: nullable(Type.String(), {
      description: 'Text at the token. Null if the value was missing or the key archived.',
    }),
    after: nullable(Type.String(), {
      description: 'Text now. Null if the value is missing or the key archived.',
    }),
    stateBefore: nullable(ValueState, {
      description: 'State at the token. Null if there was no text.',
    }),
    state: nullable(ValueState, { description: 'State now. Null without a text.' }),
    by: nullable(Actor),
  },
  'A value or a name that differs from the state at a sync token.',
);
export type SyncChange = Static<typeof SyncChange>;
