import type { PluralCategory } from '@parlance/messages';
import { parseQuery } from '@parlance/query';
import type { KeysBulkAction, Row } from '@parlance/sdk';

/** Stands for the text of a key without a plural family, in place of a plural category. */
export const PLAIN = 'plain';
export type TextForm = PluralCategory | typeof PLAIN;
export type SourceTexts = Readonly<Partial<Record<TextForm, string>>>;

/** The editable fields of a key, except its source texts. The tags are one text, separated by commas. */
export interface KeyFields {
  readonly name: string;
  readonly description: string;
  readonly tags: string;
  /** Maximum length of the texts as the user has typed it. Empty if it is not limited. */
  readonly maxLength: string;
  readonly translatable: boolean;
}

/** Returns the words that a query searches for. Returns an empty text if the query has other conditions. */
function soughtIn(text: string): string {
  const words = parseQuery(text).query?.terms.map(({ condition, isNegated }) => {
    if (isNegated) return null;
    if (condition.field === 'text') return condition.text;
    return condition.field === 'key' && condition.pieces.length === 1 ? condition.pieces[0]! : null;
  });
  return words?.every((word) => word !== null) ? words.join(' ') : '';
}

/**
 * Returns the fields of a new key. They are filled from a query without results: several words become the source text,
 * and a single word becomes the name.
 */
export function newKeyFields(query: string): { fields: KeyFields; texts: SourceTexts } {
  const sought = soughtIn(query);
  const isText = /\s/.test(sought);
  return {
    fields: {
      name: isText ? '' : sought,
      description: '',
      tags: '',
      maxLength: '',
      translatable: true,
    },
    texts: isText ? { [PLAIN]: sought } : {},
  };
}

export const fieldsOfRow = (row: Row): KeyFields => ({
  name: row.key,
  description: row.description,
  tags: row.tags.join(', '),
  maxLength: row.maxLength === null ? '' : String(row.maxLength),
  translatable: row.translatable,
});

/** Converts the fields of the dialog to the fields of a request. */
export function requestOf({ name, description, tags, maxLength, translatable }: KeyFields) {
  return {
    name: name.trim(),
    description,
    tags: [
      ...new Set(
        tags
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      ),
    ],
    maxLength: maxLength.trim() === '' ? null : Number(maxLength),
    translatable,
  };
}

/** Returns the fields whose values have changed. Returns null if none have changed. */
export function editOf(before: KeyFields, after: KeyFields): KeysBulkAction['edit'] | null {
  const was: Readonly<Record<string, unknown>> = requestOf(before);
  const changed = Object.entries(requestOf(after)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
