import {
  type Static,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TUnsafe,
  Type,
} from 'typebox';

/** An object that has no other members than these. */
export function closed<Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** A closed object with a name of its own in the API reference and in the SDK's types. */
export function named<Properties extends TProperties>(
  title: string,
  properties: Properties,
  description?: string,
): TObject<Properties> {
  return closed(properties, description === undefined ? { title } : { title, description });
}

/** The body of an update: every member is optional, one at least is there. */
export function updateBody<Properties extends TProperties>(
  properties: Properties,
): TObject<Properties> {
  return closed(properties, { minProperties: 1 });
}

/** One of these strings. Carries `type`, which coercion and serialization go by. */
export function choice<const Values extends readonly string[]>(
  values: Values,
  options: TSchemaOptions = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });
}

/**
 * The schema or null. Written with a list of types instead of `anyOf`, which would make the
 * serializer validate each value, and each fault be reported twice.
 */
export function nullable<Schema extends TSchema>(
  schema: Schema,
  options: TSchemaOptions = {},
): TUnsafe<Static<Schema> | null> {
  const plain: Record<string, unknown> = { ...schema, ...options };
  if (typeof plain.type !== 'string') {
    throw new TypeError('nullable() takes a schema of one type');
  }
  plain.type = [plain.type, 'null'];
  if (Array.isArray(plain.enum)) plain.enum = [...plain.enum, null];
  return Type.Unsafe<Static<Schema> | null>(plain);
}

/** An object with any names; `patternProperties` would leave out names with line breaks. */
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
 * `yes` where the member is there, else `no`. Unlike `anyOf`, each fault is then reported against
 * the form that was meant.
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

/** Text or an object; as with `byMember`, a fault is reported against the form that was meant. */
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
