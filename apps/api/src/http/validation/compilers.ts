import buildAjv from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler, FastifyValidationResult } from 'fastify/types/schema.js';

const compileAjv = buildAjv()(
  {},
  {
    customOptions: {
      coerceTypes: false,
      removeAdditional: false,
      allErrors: true,
      // Makes Ajv add the violated schema to each error, because error messages state limits of the
      // schema.
      verbose: true,
    },
  },
) as unknown as FastifySchemaCompiler<unknown>;
const compileJson = SerializerSelector()({}, {}) as FastifySerializerCompiler<unknown>;

const validators = new WeakMap<object, FastifyValidationResult>();
const serializers = new WeakMap<object, (value: unknown) => string>();

/**
 * Compiles a validator at its first use. Compiling all schemas would take a fifth of the start
 * time.
 */
export const compileValidator: FastifySchemaCompiler<unknown> = (route) =>
  kept(validators, route.schema, () => {
    let compiled: FastifyValidationResult | null = null;
    const validate: FastifyValidationResult = (value) => {
      compiled ??= compileAjv(route);
      const result = compiled(value);
      validate.errors = compiled.errors;
      return result;
    };
    return validate;
  });

export const compileSerializer: FastifySerializerCompiler<unknown> = (route) =>
  kept(serializers, route.schema, () => {
    let compiled: ((value: unknown) => string) | null = null;
    return (value) => {
      compiled ??= compileJson(route);
      return compiled(value);
    };
  });

function kept<Value>(map: WeakMap<object, Value>, schema: unknown, make: () => Value): Value {
  const cached = map.get(schema as object);
  if (cached) return cached;
  const made = make();
  map.set(schema as object, made);
  return made;
}
