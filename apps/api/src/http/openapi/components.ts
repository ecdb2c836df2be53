import { LIMITS, plainSchema } from '@parlance/contracts';
import type { TSchema } from 'typebox';
import type { Header, Json, Parameter, Reference, Schema } from './document.ts';

/**
 * Collects schemas with a `title`. The OpenAPI document contains each of them once and refers to
 * it.
 */
export interface SchemaGatherer {
  gather(schema: TSchema): Schema;
  schemas(): Record<string, Schema>;
}

/** @throws if two different schemas have the same title */
export function gatherSchemas(): SchemaGatherer {
  const schemas: Record<string, Schema> = {};
  const written = new Map<string, string>();
  const descriptions = new Map<string, Set<Json | undefined>>();

  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return typeof value.title === 'string' ? refer(value.title, value) : walkMembers(value);
  };
  const walkMembers = (value: Schema): { [name: string]: Json } => {
    const walked: { [name: string]: Json } = {};
    for (const [name, member] of Object.entries(value)) walked[name] = walk(member as Json);
    return walked;
  };
  const refer = (title: string, value: Schema): Json => {
    const { title: _, description, default: preset, ...rest } = value;
    const { schema, isNullable } = withoutNull(rest);
    const text = JSON.stringify(schema);
    if (!written.has(title)) {
      written.set(title, text);
      schemas[title] = walkMembers(schema);
    } else if (written.get(title) !== text) {
      throw new Error(`two different schemas have the title ${title}`);
    }
    descriptions.set(title, (descriptions.get(title) ?? new Set()).add(description));
    const reference: { [name: string]: Json } = { $ref: `#/components/schemas/${title}` };
    return {
      ...(isNullable ? { anyOf: [reference, { type: 'null' }] } : reference),
      ...(description === undefined ? {} : { description }),
      ...(preset === undefined ? {} : { default: preset }),
    };
  };
  const described = (title: string): Schema => {
    const [description, ...others] = descriptions.get(title)!;
    const isOwn = description !== undefined && others.length === 0;
    return isOwn ? { description, ...schemas[title] } : schemas[title]!;
  };
  return {
    gather: (schema) => walk(plainSchema(schema)) as Schema,
    schemas: () =>
      Object.fromEntries(Object.keys(schemas).map((title) => [title, described(title)])),
  };
}

function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  const { type, enum: choices } = schema;
  if (!Array.isArray(type) || !type.includes('null')) return { schema, isNullable: false };
  const types = type.filter((name) => name !== 'null');
  const plain: Schema = { ...schema, type: types.length === 1 ? types[0] : types };
  if (Array.isArray(choices)) plain.enum = choices.filter((choice) => choice !== null);
  return { schema: plain, isNullable: true };
}

/** Request headers that several operations read. */
export const PARAMETERS = {
  OrganizationId: {
    name: 'X-Organization-Id',
    in: 'header',
    description:
      'The organization for a request with a session. Defaults to the personal organization. If the caller does not belong to it, the response is 404 `not_found`.',
    schema: { type: 'string', format: 'uuid' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key for this call. For 24 hours, a repeated request with the same key and body returns the stored response and does not repeat the work.',
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: `\`wait=N\` (RFC 7240): answers once the work in the background has ended or N seconds, at most ${LIMITS.waitSeconds}, have passed.`,
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'The id of the last event that was received. The stream goes on after it, or begins with `reset`.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of the copy that the client has. The response is 304 if nothing has changed.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Parameter>;

export const HEADERS = {
  RequestId: {
    description:
      'Identifies the request in the log. Bundles that are served from memory are not logged.',
    schema: { type: 'string' },
  },
  RateLimitLimit: {
    description: 'Maximum number of requests in the window.',
    schema: { type: 'integer' },
  },
  RateLimitRemaining: {
    description: 'Number of remaining requests in the window.',
    schema: { type: 'integer' },
  },
  RateLimitReset: {
    description: 'Seconds until the window is full again.',
    schema: { type: 'integer' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer' },
  },
  ETag: { description: 'Strong validator of the content.', schema: { type: 'string' } },
} as const satisfies Record<string, Header>;

export const parameterRef = (name: keyof typeof PARAMETERS): Reference => ({
  $ref: `#/components/parameters/${name}`,
});

export const headerRef = (name: keyof typeof HEADERS): Reference => ({
  $ref: `#/components/headers/${name}`,
});
