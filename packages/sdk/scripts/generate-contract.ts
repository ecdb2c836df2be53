import {
  AccountLoss,
  CurrentSource,
  ENDPOINTS,
  type EndpointDefinition,
  ERRORS,
  FaultSchema,
  ImportConflict,
  NeededRight,
  plainSchema,
} from '@parlance/contracts';
import type { TSchema } from 'typebox';
import { describeOperation } from '../src/describe-operation.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Types that the schemas describe too loosely. */
const WRITTEN_TYPES: Readonly<Record<string, string>> = {
  MessageTree: `interface MessageTree {
  [name: string]: string | MessageTree | MessageList;
}

export type MessageList = (string | MessageTree | MessageList | null)[]`,
};

/**
 * Source of the module that stands in for `contract.ts` in the package: the table of operations,
 * and their types written out, so that neither the contracts nor TypeBox are needed.
 */
export function generateContract(): string {
  const types = new TypeWriter();
  const operations = (ENDPOINTS as readonly EndpointDefinition[]).map((endpoint) => {
    const part = (schema: TSchema | undefined, otherwise: string) =>
      schema ? types.write(plainSchema(schema)) : otherwise;
    return `  /** ${comment(endpoint.summary)} */
  '${endpoint.id}': {
    params: ${part(endpoint.params, 'unknown')};
    query: ${part(endpoint.query, 'unknown')};
    body: ${part(endpoint.body, 'unknown')};
    data: ${part(endpoint.data, 'unknown')};
    meta: ${part(endpoint.meta, 'Record<string, never>')};
  };`;
  });
  types.write(plainSchema(FaultSchema));
  types.write(plainSchema(CurrentSource));
  types.write(plainSchema(AccountLoss));
  types.write(plainSchema(ImportConflict));
  types.write(plainSchema(NeededRight));
  const table = ENDPOINTS.map((endpoint) => `  ${JSON.stringify(describeOperation(endpoint))},`);
  const codes = Object.keys(ERRORS).map((code) => `  | '${code}'`);
  return `import type { OperationRow } from './operation.ts';

export const OPERATIONS: readonly OperationRow[] = [
${table.join('\n')}
];

/** The parts of every operation by its id. A part that does not exist is \`unknown\`. */
export interface Operations {
${operations.join('\n')}
}

/** Stable error codes for programs. */
export type ErrorCode =
${codes.join('\n')};

${types.declarations().join('\n\n')}
`;
}

/** Converts the subset of JSON Schema that the contracts use to TypeScript. */
class TypeWriter {
  readonly #declarations = new Map<string, string>();

  declarations(): string[] {
    return [...this.#declarations.values()];
  }

  write(schema: Schema): string {
    const { type, title } = schema;
    if (Array.isArray(type) && type.includes('null')) {
      const { enum: values, description: _, ...rest } = schema;
      const one = type.find((name) => name !== 'null');
      const withoutNull = Array.isArray(values)
        ? { ...rest, type: one, enum: values.filter((value) => value !== null) }
        : { ...rest, type: one };
      return `${this.write(withoutNull)} | null`;
    }
    return typeof title === 'string' ? this.#reference(title, schema) : this.#inline(schema);
  }

  #reference(title: string, schema: Schema): string {
    const written = WRITTEN_TYPES[title];
    const body = this.#inline(schema);
    const isObject = body.startsWith('{');
    const declaration =
      written ?? (isObject ? `interface ${title} ${body}` : `type ${title} = ${body}`);
    const text = `export ${declaration}${isObject && !written ? '' : ';'}`;
    const earlier = this.#declarations.get(title);
    if (earlier !== undefined && earlier !== text)
      throw new Error(`Two schemas are named ${title}`);
    this.#declarations.set(title, text);
    return title;
  }

  #inline(schema: Schema): string {
    if (Array.isArray(schema.enum)) return schema.enum.map((value) => literal(value)).join(' | ');
    if ('const' in schema) return literal(schema.const);
    if (Array.isArray(schema.anyOf)) {
      return schema.anyOf.map((option: Schema) => this.write(option)).join(' | ');
    }
    switch (schema.type) {
      case undefined:
        // Any JSON value; other schemas without a type are not in the contracts.
        if (Object.keys(schema).every((name) => name === 'description')) return 'unknown';
        throw new Error(`No type is known for ${JSON.stringify(schema)}`);
      case 'string':
        return 'contentMediaType' in schema ? 'Blob' : 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'array': {
        const items = this.write(schema.items as Schema);
        // Files of a form are given by their names.
        if (items === 'Blob') return 'Readonly<Record<string, Blob>>';
        return / [|&] /.test(items) && !items.startsWith('{') ? `(${items})[]` : `${items}[]`;
      }
      case 'object':
        return this.#object(schema);
      default:
        throw new Error(`No type is known for ${JSON.stringify(schema)}`);
    }
  }

  #object(schema: Schema): string {
    const { properties, additionalProperties, required } = schema as {
      properties?: Record<string, Schema>;
      additionalProperties?: boolean | Schema;
      required?: readonly string[];
    };
    if (typeof additionalProperties === 'object') {
      return `Record<string, ${this.write(additionalProperties)}>`;
    }
    if (!properties) return 'Record<string, unknown>';
    const members = Object.entries(properties).map(([name, member]) => {
      const note =
        typeof member.description === 'string' ? `/** ${comment(member.description)} */\n` : '';
      return `${note}${name}${required?.includes(name) ? '' : '?'}: ${this.write(member)};\n`;
    });
    return members.length === 0 ? 'object' : `{\n${members.join('')}}`;
  }
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function comment(text: string): string {
  return text.replaceAll('*/', '* /');
}
