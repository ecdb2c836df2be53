import type { Json, OpenApiDocument, Schema } from './document.ts';
import { BY_NAME, BY_OPERATION, BY_SCHEMA, PRESENT } from './sample-values.ts';

const LOCALE = 'de';

type Components = Pick<OpenApiDocument['components'], 'schemas'>;

/** Returns an example of the body of a request. */
export function exampleOf(operationId: string, body: Schema, components: Components): Json {
  const sample = sampleOf(body, components);
  const better = BY_OPERATION[operationId];
  return better === undefined ? sample : { ...(sample as object), ...better };
}

/** Returns a small valid value for a schema of a request. */
export const sampleOf = (schema: Schema, components: Components, name = ''): Json =>
  sampleFor(schema, components, name, 'request');

/** Returns an example of the body of a response. */
export const answerOf = (body: Schema, components: Components): Json =>
  sampleFor(body, components, '', 'answer');

/**
 * Returns a small valid value for a schema: the required members, or the first member if none is
 * required. Nullable members of responses are null, unless they have a sample.
 */
function sampleFor(
  schema: Schema,
  components: Components,
  name: string,
  side: 'request' | 'answer',
  owner = '',
): Json {
  const sampleItem = (item: Schema, itemName: string, itemOwner = owner): Json =>
    sampleFor(item, components, itemName, side, itemOwner);
  const sampleMember = (member: Schema, memberName: string): Json =>
    sampleItem(member, memberName, memberName === 'id' ? owner : memberName);
  const { $ref, anyOf, enum: choices, items, format } = schema;
  if (typeof $ref === 'string') {
    const title = $ref.slice($ref.lastIndexOf('/') + 1);
    return sampleItem(components.schemas[title]!, name, title);
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (schema.const !== undefined) return schema.const;
  const hasSample =
    name in BY_NAME && format !== 'uuid' && fits(BY_NAME[name]!, schema, components);
  if (side === 'answer' && !hasSample && isNullable(schema) && !PRESENT.has(name)) return null;
  if (Array.isArray(choices)) return choices[0] ?? null;
  if (format === 'uuid') return uuidOf(owner);
  if (hasSample) return BY_NAME[name] as Json;
  if (format === 'date-time') return '2030-01-31T12:00:00Z';
  if (Array.isArray(anyOf)) return sampleItem(anyOf[0] as Schema, name);
  switch (type) {
    case 'object':
      return { ...sampleObject(schema, sampleMember), ...(BY_SCHEMA[owner] ?? {}) };
    case 'array':
      return [sampleItem(items as Schema, name.replace(/s$/, ''))];
    case 'boolean':
      return side === 'request';
    case 'integer':
    case 'number':
      return (schema.minimum as number | undefined) ?? 1;
    default:
      return name;
  }
}

function sampleObject(
  schema: Schema,
  sampleMember: (member: Schema, name: string) => Json,
): { [name: string]: Json } {
  const { additionalProperties: values } = schema;
  // The schema describes a map. Most maps have locales as their keys.
  if (schema.properties === undefined && typeof values === 'object') {
    return { [LOCALE]: sampleMember(values as Schema, LOCALE) };
  }
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const required = (schema.required ?? []) as string[];
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, sampleMember(properties[name]!, name)]));
}

/** True if a sample has the type of the schema. Members with the same name may have several types. */
function fits(sample: Json, schema: Schema, components: Components): boolean {
  const { $ref, anyOf, type, items } = schema;
  if (typeof $ref === 'string') {
    return fits(sample, components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]!, components);
  }
  if (Array.isArray(anyOf)) return anyOf.some((json) => fits(sample, json as Schema, components));
  const types = [type].flat();
  if (sample === null) return types.includes('null');
  if (Array.isArray(sample)) {
    return (
      types.includes('array') && sample.every((json) => fits(json, items as Schema, components))
    );
  }
  if (typeof sample === 'number') return types.includes('number') || types.includes('integer');
  return types.includes(typeof sample);
}

const isNullable = ({ type, anyOf }: Schema): boolean =>
  (Array.isArray(type) && type.includes('null')) ||
  (Array.isArray(anyOf) && anyOf.some((json) => (json as Schema).type === 'null'));

/** Returns the same id for all names of an object's id, such as `Project.id` and `projectId`. */
function uuidOf(name: string): string {
  const thing = name.replace(/Ids?$/, '').toLowerCase();
  let hash = 0;
  for (const sign of thing) hash = (hash * 31 + sign.codePointAt(0)!) % 0xff_ff_ff_ff;
  return `01890a5d-ac96-774b-bcce-${hash.toString(16).padStart(12, '0')}`;
}
