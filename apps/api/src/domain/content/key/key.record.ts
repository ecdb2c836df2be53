import type { KeyFields } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';

interface KeyField<Value> {
  readonly column: string;
  readonly type: 'text' | 'text[]' | 'int' | 'boolean';
  /** Value of a new key. */
  readonly initial: Value;
}

/**
 * The fields of a key that people edit, by their names in the API and in the history of keys. The lists of columns, the
 * statements that write them, the differences between two keys and the responses are derived from this record.
 */
const KEY_RECORD = {
  name: { column: 'name', type: 'text', initial: '' },
  description: { column: 'description', type: 'text', initial: '' },
  tags: { column: 'tags', type: 'text[]', initial: [] },
  maxLength: { column: 'max_length', type: 'int', initial: null },
  translatable: { column: 'translatable', type: 'boolean', initial: true },
} as const satisfies { [Member in keyof KeyFields]: KeyField<Readonly<KeyFields[Member]>> };

type KeyRecord = typeof KEY_RECORD;
type Member = keyof KeyRecord;

/** Fields of a key under the names of their columns. */
export type KeyFieldColumns = { [M in Member as KeyRecord[M]['column']]: KeyFields[M] };
/** Some fields of a key. Unchanged fields are absent. */
export type SomeKeyFields = Partial<KeyFields>;

const FIELDS = Object.entries(KEY_RECORD) as [Member, KeyRecord[Member]][];
/** Names of the columns of the fields. */
export const KEY_FIELD_COLUMNS = FIELDS.map(([, { column }]) => column);

/** Returns the fields of a key. */
export const fieldsOf = (key: KeyFieldColumns): KeyFields =>
  Object.fromEntries(FIELDS.map(([member, { column }]) => [member, key[column]])) as KeyFields;

/** Returns the fields under the names of their columns. Omits other members of the object. */
export const columnsOf = (fields: SomeKeyFields): Partial<KeyFieldColumns> =>
  Object.fromEntries(
    FIELDS.flatMap(([member, { column }]) =>
      fields[member] === undefined ? [] : [[column, fields[member]]],
    ),
  );

/** Initial column values of a new key. */
export const NEW_KEY_FIELDS = columnsOf(
  Object.fromEntries(FIELDS.map(([member, { initial }]) => [member, initial])),
) as KeyFieldColumns;

/** Returns the fields in `wanted` that differ from the fields of the key. */
export function changedFields(key: KeyFieldColumns, wanted: SomeKeyFields): SomeKeyFields {
  const differing = FIELDS.filter(
    ([member, { column }]) =>
      wanted[member] !== undefined &&
      JSON.stringify(wanted[member]) !== JSON.stringify(key[column]),
  );
  return Object.fromEntries(differing.map(([member]) => [member, wanted[member]]));
}

/** SQL for the fields of the row `k` in a list of columns. */
export const selectedFields = (without?: Member): RawBuilder<unknown> =>
  sql.join(
    FIELDS.filter(([member]) => member !== without).map(([, { column }]) => sql.ref(`k.${column}`)),
  );

/** SQL for the fields of the row `k` as a JSON object, as the history of keys stores them. */
export const FIELDS_AS_JSON = sql`jsonb_build_object(${sql.join(
  FIELDS.flatMap(([member, { column }]) => [sql.lit(member), sql.ref(`k.${column}`)]),
)})`;

const READ = {
  text: (field) => sql`u.after ->> ${field}`,
  int: (field) => sql`(u.after ->> ${field})::int`,
  boolean: (field) => sql`(u.after ->> ${field})::boolean`,
  'text[]': (field) => sql`array(select jsonb_array_elements_text(u.after -> ${field}))`,
} satisfies Record<KeyRecord[Member]['type'], (field: RawBuilder<unknown>) => RawBuilder<unknown>>;

/** SQL that sets the fields of the row `k` that the JSON object `u.after` contains. */
export const SET_FIELDS = sql.join(
  FIELDS.map(([member, { column, type }]) => {
    const name = sql.lit(member);
    return sql`${sql.ref(column)} = case when u.after ? ${name} then ${READ[type](name)}
                                         else ${sql.ref(`k.${column}`)} end`;
  }),
);

/** Fields of new keys that are passed as columns of `unnest`, which cannot return arrays. */
const UNNESTED = FIELDS.filter(([, { type }]) => type !== 'text[]').map(([, field]) => field);
export const UNNESTED_NAMES = sql.join(UNNESTED.map(({ column }) => sql.ref(column)));
export const UNNESTED_COLUMNS = sql.join(UNNESTED.map(({ column }) => sql.ref(`u.${column}`)));
export const unnestedValues = (keys: readonly KeyFieldColumns[]): RawBuilder<unknown> =>
  sql.join(
    UNNESTED.map(({ column, type }) => sql`${keys.map((key) => key[column])}::${sql.raw(type)}[]`),
  );
