import { type Static, Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable } from '../schema/build.ts';
import { CanonicalLocaleTag, Code, counting, Id, NameOfKey, Timestamp } from '../schema/common.ts';
import { ChangedText, ChangeItem } from './changes.ts';
import { SourceVersion } from './values.ts';

const runFields = {
  id: nullable(Id, {
    description: 'Id of a run in the background. Null if the request has done everything.',
  }),
  status: choice(['running', 'completed', 'failed', 'cancelled'], {
    description:
      'A run in the background is `running` until it has ended. What a failed or cancelled one wrote stays and can be reverted. It fails with `role_forbidden` if its author loses the right to do it.',
  }),
  changeId: nullable(Id, {
    description: 'The change that was made. Null for a dry run, and if nothing was written yet.',
  }),
  rows: counting('Selected keys and plural families.'),
  rowsDone: counting('Rows that are done.'),
  changed: counting('Values or keys that were changed.'),
  skipped: counting('Values or keys that the action does not change.'),
  conflicts: counting(
    'Values that are not as the caller has read them: see `base`, `read` and `unchangedSince`. They stay as they are.',
  ),
  error: nullable(
    closed({
      code: Code,
      detail: Type.String({ description: 'Cause of the failure.' }),
    }),
    { description: 'Error of a failed run. Null if it has not failed.' },
  ),
};

export const BulkRun = named('BulkRun', runFields, 'State of a bulk change.');
export type BulkRun = Static<typeof BulkRun>;

export const BulkConflict = named(
  'BulkConflict',
  {
    keyId: Id,
    key: NameOfKey,
    locale: CanonicalLocaleTag,
    current: nullable(ChangedText, {
      description: 'The value as it is now. Null if it is missing.',
    }),
    currentSource: nullable(ChangedText, {
      description: 'The source string as it is now. Null if there is none.',
    }),
    sourceVersion: SourceVersion,
  },
  'A value that a bulk change left as it is, because it is not as the caller has read it.',
);
export type BulkConflict = Static<typeof BulkConflict>;

export const BulkResult = named(
  'BulkResult',
  {
    ...runFields,
    readAt: {
      ...Timestamp,
      description: 'Time at which the request began, by the clock of the server.',
    },
    syncToken: nullable(Type.String(), {
      description:
        'State of the project that the request read. After a dry run, send it as `base`: what others write in between stays. Null for changes of keys.',
    }),
    preview: Type.Array(ChangeItem, {
      description: `The first ${LIMITS.bulkPreview} values or keys that were changed, or would be, without plural forms whose key is still to be created. Empty for a run in the background.`,
    }),
    conflictPreview: Type.Array(BulkConflict, {
      description: `The first ${LIMITS.bulkPreview} conflicts. Empty for a run in the background.`,
    }),
  },
  'Result of a bulk change.',
);
export type BulkResult = Static<typeof BulkResult>;
