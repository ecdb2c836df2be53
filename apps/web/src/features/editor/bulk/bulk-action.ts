import type { KeysBulkAction, ValuesBulkAction } from '@parlance/sdk';

export const BULK_ACTIONS = [
  'setState',
  'replace',
  'copy',
  'fillFromMemory',
  'translate',
  'applyFix',
  'clear',
  'setTags',
  'setMaxLength',
  'archive',
] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];

export const STATES = ['reviewed', 'translated', 'needs_review'] as const;

/**
 * Values of the fields in the dialog for bulk changes. If two actions share a field, its value stays when the user
 * switches between them.
 */
export interface BulkFields {
  readonly name: BulkActionName;
  readonly state: (typeof STATES)[number];
  readonly find: string;
  readonly replaceWith: string;
  readonly isPattern: boolean;
  readonly matchesCase: boolean;
  readonly wholeWords: boolean;
  readonly from: string;
  readonly overwrite: boolean;
  readonly check: string;
  readonly add: string;
  readonly remove: string;
  readonly maxLength: string;
}

export const firstFields = (sourceLocale: string): BulkFields => ({
  name: 'setState',
  state: 'reviewed',
  find: '',
  replaceWith: '',
  isPattern: false,
  matchesCase: false,
  wholeWords: false,
  from: sourceLocale,
  overwrite: false,
  check: 'edge_whitespace',
  add: '',
  remove: '',
  maxLength: '',
});

export type BulkAction =
  | { readonly of: 'values'; readonly action: ValuesBulkAction }
  | { readonly of: 'keys'; readonly action: KeysBulkAction };

/** Returns the action that the fields describe. Returns null if a required field is empty. */
export function actionOf(fields: BulkFields): BulkAction | null {
  const { state, find, replaceWith, isPattern, matchesCase, wholeWords, overwrite } = fields;
  switch (fields.name) {
    case 'setState':
      return { of: 'values', action: { setState: { state } } };
    case 'replace': {
      if (find === '') return null;
      const replace = { find, replaceWith, isPattern, matchesCase, wholeWords };
      return { of: 'values', action: { replace } };
    }
    case 'copy':
      return { of: 'values', action: { copy: { from: fields.from, overwrite } } };
    case 'fillFromMemory':
      return { of: 'values', action: { fillFromMemory: { overwrite } } };
    case 'translate':
      // Translating starts a job, for which the dialog shows an estimate in place of the preview of a bulk change.
      return null;
    case 'applyFix':
      return { of: 'values', action: { applyFix: { check: fields.check } } };
    case 'clear':
      return { of: 'values', action: { clear: {} } };
    case 'setTags': {
      const [add, remove] = [tagsOf(fields.add), tagsOf(fields.remove)];
      return add.length + remove.length === 0
        ? null
        : { of: 'keys', action: { setTags: { add, remove } } };
    }
    case 'setMaxLength': {
      const maxLength = fields.maxLength.trim() === '' ? null : Number(fields.maxLength);
      const isValid = maxLength === null || (Number.isInteger(maxLength) && maxLength > 0);
      return isValid ? { of: 'keys', action: { setMaxLength: { maxLength } } } : null;
    }
    case 'archive':
      return { of: 'keys', action: { archive: {} } };
  }
}

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];
