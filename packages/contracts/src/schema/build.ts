import {
  type Static,
  type TObject,
  type TObjectOptions,
  type TOptional,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TUnsafe,
  Type,
} from 'typebox';

/** Returns the schema of an object that allows only the given members. */
export function closed<Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/**
 * Returns the schema of an object that allows only the given members. `title` is the name of the
 * schema in the API reference and in the SDK.
 */
export function named<Properties extends TProperties>(
  title: string,
  properties: Properties,
  description?: string,
): TObject<Properties> {
  return closed(properties, description === undefined ? { title } : { title, description });
}

/** Returns the same members as optional members. */
export const optional = <Properties extends TProperties>(
  properties: Properties,
): { [Member in keyof Properties]: TOptional<Properties[Member]> } =>
  Object.fromEntries(
    Object.entries(properties).map(([member, schema]) => [member, Type.Optional(schema)]),
  ) as { [Member in keyof Properties]: TOptional<Properties[Member]> };

/** Returns the schema of an update body, which must have at least one member. */
export function updateBody<Properties extends TProperties>(
  properties: Properties,
): TObject<Properties> {
  return closed(properties, { minProperties: 1 });
}

/**
 * Returns the schema of a string with fixed values. The schema includes `type`, because coercion
 * and serialization need it.
 */
export function choice<const Values extends readonly string[]>(
  values: Values,
  options: TSchemaOptions = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });
}

/**
 * Returns a schema that also accepts null. It uses a list of types, because `anyOf` would report
 * each error twice.
 */
export function nullable<Schema extends TSchema>(
  schema: Schema,
  options: TSchemaOptions = {},
): TUnsafe<Static<Schema> | null> {
  const plain: Record<string, unknown> = { ...schema, ...options };
  if (typeof plain.type !== 'string') {
    throw new TypeError('nullable() requires a schema with a single type');
  }
  plain.type = [plain.type, 'null'];
  if (Array.isArray(plain.enum)) plain.enum = [...plain.enum, null];
  return Type.Unsafe<Static<Schema> | null>(plain);
}

/**
 * Returns the schema of an object with arbitrary member names. Does not use `patternProperties`,
 * because it would drop members whose name contains a line break.
 */
export function recordOf<Schema extends TSchema>(
  values: Schema,
  options: TSchemaOptions = {},
): TUnsafe<Record<string, Static<Schema>>> {
  return Type.Unsafe<Record<string, Static<Schema>>>({
    type: 'object',
    additionalProperties: values,
    ...options,
  });
}

/**
 * Returns a schema that applies `yes` to objects with the member and `no` to other objects. It does
 * not use `anyOf`, which would report the errors of both schemas.
 */
export function byMember<Yes extends TSchema, No extends TSchema>(
  member: string,
  yes: Yes,
  no: No,
): TUnsafe<Static<Yes> | Static<No>> {
  return Type.Unsafe<Static<Yes> | Static<No>>({
    type: 'object',
    if: { type: 'object', properties: { [member]: {} }, required: [member] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: yes,
    else: no,
  });
}

/**
 * Returns a schema that accepts a string or an object. If the value is a string, only the errors of the string's schema
 * are reported. If it is an object, only the errors of the object's schema are reported.
 */
export function textOr<Text extends TSchema, Item extends TSchema>(
  text: Text,
  item: Item,
): TUnsafe<Static<Text> | Static<Item>> {
  return Type.Unsafe<Static<Text> | Static<Item>>({
    if: { type: 'object' },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: item,
    else: text,
  });
}
