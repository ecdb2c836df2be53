import { createYieldToLoop } from '../../lib/yield-to-loop.ts';
import type { Schema } from '../openapi/document.ts';

/**
 * Serializes a value to JSON according to its schema. Members that the schema does not declare are
 * omitted.
 */
export type Serialize = (value: unknown) => string;

/**
 * A piece of a response schema. The schema is divided at its lists, so that the entries of a list
 * can be serialized one by one.
 */
export type Part =
  | { readonly kind: 'whole'; readonly serialize: Serialize }
  | { readonly kind: 'list'; readonly entry: Part }
  | { readonly kind: 'map'; readonly value: Part }
  | { readonly kind: 'object'; readonly members: readonly Member[] };

interface Member {
  readonly name: string;
  readonly part: Part;
  readonly isRequired: boolean;
}

/** Approximate size, in bytes, of the chunks of a response. */
const CHUNK_LENGTH = 64 * 1024;

export const hasList = (schema: Schema): boolean =>
  schema.type === 'array' ||
  Object.values((schema.properties ?? {}) as Record<string, Schema>).some(hasList) ||
  (typeof schema.additionalProperties === 'object' &&
    hasList(schema.additionalProperties as Schema));

export function partOf(schema: Schema, compile: (schema: Schema) => Serialize): Part {
  if (schema.type === 'array') {
    return { kind: 'list', entry: { kind: 'whole', serialize: compile(schema.items as Schema) } };
  }
  if (schema.type !== 'object' || !hasList(schema)) {
    return { kind: 'whole', serialize: compile(schema) };
  }
  if (!schema.properties) {
    return { kind: 'map', value: partOf(schema.additionalProperties as Schema, compile) };
  }
  const required = new Set((schema.required ?? []) as string[]);
  const members = Object.entries(schema.properties as Record<string, Schema>).map(
    ([name, member]) => ({ name, part: partOf(member, compile), isRequired: required.has(name) }),
  );
  return { kind: 'object', members };
}

/** Serializes a response. Does not block the event loop, even if the texts are long. */
export async function serializeInPieces(part: Part, value: unknown): Promise<Buffer[]> {
  const yieldToLoop = createYieldToLoop(null);
  const chunks: Buffer[] = [];
  let text = '';
  for (const piece of piecesOf(part, value)) {
    text += piece;
    if (text.length >= CHUNK_LENGTH) {
      chunks.push(Buffer.from(text));
      text = '';
    }
    await yieldToLoop();
  }
  chunks.push(Buffer.from(text));
  return chunks;
}

function* piecesOf(part: Part, value: unknown): Generator<string, void> {
  if (part.kind === 'whole') {
    yield part.serialize(value);
  } else if (part.kind === 'list') {
    let mark = '[';
    for (const entry of value as unknown[]) {
      yield mark;
      yield* piecesOf(part.entry, entry);
      mark = ',';
    }
    yield mark === '[' ? '[]' : ']';
  } else {
    let mark = '{';
    for (const [name, member, of] of membersOf(part, value as Record<string, unknown>)) {
      yield `${mark}${JSON.stringify(name)}:`;
      yield* piecesOf(of, member);
      mark = ',';
    }
    yield mark === '{' ? '{}' : '}';
  }
}

function* membersOf(
  part: Extract<Part, { kind: 'map' | 'object' }>,
  value: Record<string, unknown>,
): Generator<[name: string, member: unknown, part: Part], void> {
  if (part.kind === 'map') {
    for (const [name, member] of Object.entries(value)) yield [name, member, part.value];
    return;
  }
  for (const { name, part: of, isRequired } of part.members) {
    if (value[name] !== undefined) yield [name, value[name], of];
    else if (isRequired) throw new TypeError(`The answer has no ${name}.`);
  }
}
