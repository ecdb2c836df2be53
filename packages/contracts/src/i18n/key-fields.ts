import { type Static, Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { closed, nullable, optional } from '../schema/build.ts';
import { Description, KeyName } from '../schema/common.ts';

export const Tag = Type.String({
  minLength: 1,
  maxLength: LIMITS.tagLength,
  pattern: '\\S',
  description: 'Tag for finding keys. Must not be blank.',
});
export const Tags = Type.Array(Tag, { maxItems: LIMITS.tagsPerKey, uniqueItems: true });
const MAX_LENGTH = 'Maximum number of characters in a translation. Null if unlimited.';
export const MaxLength = nullable(Type.Integer({ minimum: 1, maximum: LIMITS.valueLength }), {
  description: MAX_LENGTH,
});
export const TRANSLATABLE =
  'False if the text is the same in all languages: it is never missing and never translated. The forms of a plural family agree.';

/** Fields of a key that people edit, in a response. */
export const KEY_FIELDS = {
  name: Type.String({
    description: 'Full name of the key, with segments joined by the project’s separator.',
  }),
  description: Type.String({
    description: 'Description for translators. Language models receive it too.',
  }),
  tags: Type.Array(Type.String(), { description: 'Tags for finding the key.' }),
  maxLength: nullable(Type.Integer(), { description: MAX_LENGTH }),
  translatable: Type.Boolean({ description: TRANSLATABLE }),
};
const KeyFields = closed(KEY_FIELDS);
export type KeyFields = Static<typeof KeyFields>;

/** Fields of a key that people edit, in a request. */
export const KEY_FIELD_INPUTS = optional({
  name: KeyName,
  description: Description,
  tags: Tags,
  maxLength: MaxLength,
  translatable: Type.Boolean({ description: TRANSLATABLE }),
} satisfies Record<keyof KeyFields, unknown>);
