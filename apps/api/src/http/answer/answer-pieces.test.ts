import { setImmediate } from 'node:timers/promises';
import { ENDPOINTS, type EndpointDefinition } from '@parlance/contracts';
import buildSerializer from 'fast-json-stringify';
import { Type } from 'typebox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replaceClock } from '../../../../../scripts/tests/replace-clock.ts';
import type { Schema } from '../openapi/document.ts';
import { hasList, type Part, partOf, serializeInPieces } from './answer-pieces.ts';

const compile = (schema: Schema) => buildSerializer(schema as object) as (value: unknown) => string;

async function textOf(part: Part, value: unknown): Promise<string> {
  return Buffer.concat(await serializeInPieces(part, value)).toString();
}

function sampleOf(schema: Schema): unknown {
  const { type, anyOf, enum: choices, items, properties, additionalProperties, format } = schema;
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0] as Schema);
  if (Array.isArray(choices)) return choices[0];
  if (schema.const !== undefined) return schema.const;
  const [kind] = [type].flat();
  if (kind === 'array') return [sampleOf(items as Schema), sampleOf(items as Schema)];
  if (kind === 'object' && properties) {
    const members = Object.entries(properties as Record<string, Schema>);
    const value = members.map(([name, member]) => [name, sampleOf(member)]);
    return { ...Object.fromEntries(value), undeclared: 1 };
  }
  if (kind === 'object' && typeof additionalProperties === 'object') {
    const value = sampleOf(additionalProperties as Schema);
    return { 'a "name"': value, b: value };
  }
  if (kind === 'object') return {};
  if (kind === 'boolean') return true;
  if (kind === 'integer' || kind === 'number') return 1;
  return format === 'date-time' ? '2026-01-31T00:00:00.000Z' : 'tëxt "\\" 👍';
}

const withLists = (ENDPOINTS as readonly EndpointDefinition[])
  .filter(({ rawContentTypes }) => !rawContentTypes?.length)
  .map(({ id, data, meta }) => [id, Type.Object({ data, meta: meta ?? Type.Object({}) })] as const)
  .filter(([, envelope]) => hasList(envelope as unknown as Schema));

describe('a response in pieces', () => {
  it.each(withLists)(
    'contains the same JSON as the output of one serializer (%s)',
    async (_, envelope) => {
      const schema = envelope as unknown as Schema;
      const value = sampleOf(schema);
      const part = partOf(schema, compile);
      expect(part.kind).not.toBe('whole');
      expect(JSON.parse(await textOf(part, value))).toEqual(JSON.parse(compile(schema)(value)));
    },
  );

  it('contains empty lists and maps, and omits missing optional members', async () => {
    const schema = Type.Object({
      list: Type.Array(Type.String()),
      maybe: Type.Optional(Type.Array(Type.String())),
      map: Type.Unsafe({ type: 'object', additionalProperties: Type.Array(Type.String()) }),
    }) as unknown as Schema;
    const part = partOf(schema, compile);
    expect(await textOf(part, { list: [], map: {} })).toBe('{"list":[],"map":{}}');
    await expect(textOf(part, { map: {} })).rejects.toThrow('list');
  });

  it('yields to the event loop after a few list entries', async () => {
    let nowMs = performance.now();
    onTestFinished(replaceClock(() => nowMs));
    let serialized = 0;
    const part: Part = {
      kind: 'list',
      entry: {
        kind: 'whole',
        serialize: (value) => {
          serialized++;
          nowMs += 1;
          return JSON.stringify(value);
        },
      },
    };
    const data = Array.from({ length: 500 }, (_, index) => `${index} é漢 `.repeat(15_000));
    let chunks: Buffer[] | null = null;
    serializeInPieces(part, data).then((made) => {
      chunks = made;
    });
    const perTurn: number[] = [];
    for (let before = serialized; chunks === null; before = serialized) {
      await setImmediate();
      perTurn.push(serialized - before);
    }
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(6);
    expect(serialized).toBe(500);
    expect(chunks).toHaveLength(501);
  });
});
