import type { Json, OpenApiDocument, Parameter, Reference, Schema } from './document.ts';

type Components = OpenApiDocument['components'];

const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** A parameter, also where the operation only refers to it. */
export const resolveParameter = (
  components: Components,
  parameter: Parameter | Reference,
): Parameter => ('$ref' in parameter ? components.parameters[nameOf(parameter.$ref)]! : parameter);

/** A schema, or each form of a choice, written out where it only refers to one. */
export function resolveForms(components: Components, schema: Schema): Schema {
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') return components.schemas[nameOf($ref)]!;
  if (!Array.isArray(anyOf)) return schema;
  return {
    ...schema,
    anyOf: anyOf.map((form) => resolveForms(components, form as Schema) as Json),
  };
}
