import { newKeyId } from '../../../db/ids/uuid.ts';
import type { CountedKey } from '../value/needed-values.ts';
import { type KeyFieldColumns, NEW_KEY_FIELDS } from './key.record.ts';

/** A key, with the columns that a change of keys or values needs. */
export interface KeyRef extends CountedKey, KeyFieldColumns {
  id: string;
  archived: boolean;
  source_version: number;
  description_origin: DescriptionOrigin;
  plural_family: string | null;
  plural_style: string | null;
  unit_id: string | null;
}

/** Origin of a key's description. An import replaces only descriptions that came from a file. */
export type DescriptionOrigin = 'file' | 'person';

export const newKeyRef = (name: string, fields: Partial<KeyRef> = {}): KeyRef => ({
  ...NEW_KEY_FIELDS,
  id: newKeyId(),
  name,
  archived: false,
  source_version: 0,
  description_origin: 'person',
  plural_family: null,
  plural_style: null,
  plural_category: null,
  plural_ordinal: false,
  plural_everywhere: false,
  plural_said: null,
  unit_id: null,
  ...fields,
});
