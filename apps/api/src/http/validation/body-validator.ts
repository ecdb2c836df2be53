import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { createYieldToLoop } from '../../lib/yield-to-loop.ts';
import type { JsonBody } from '../body/json-body.ts';
import type { Schema } from '../openapi/document.ts';
import { type AjvFault, findFaults, validationFailure } from './validation.ts';

/** Minimum length of lists that are validated entry by entry, with pauses. */
const CHECKED_AT_ONCE = 1_000;

/** A long list in a schema. `names` are the names of the members that lead to the list. */
interface LongList {
  readonly names: readonly string[];
  readonly entry: Schema;
}

/**
 * Validates a body without blocking the event loop.
 * @throws `validation_failed`
 */
export type BodyValidator = (request: FastifyRequest, body: JsonBody) => Promise<void>;

export function createBodyValidator(schema: TSchema): BodyValidator {
  const { rest, lists } = splitOf(schema);
  return async (request, { value, maxFaults }) => {
    const faults: AjvFault[] = findFaults(request, rest)(value);
    const yieldToLoop = createYieldToLoop(null);
    for (const { names, entry } of lists) {
      const find = findFaults(request, entry);
      const entries = valueAt(value, names);
      for (let index = 0; index < entries.length && faults.length < maxFaults; index++) {
        for (const fault of find(entries[index])) {
          const instancePath = `/${names.join('/')}/${index}${fault.instancePath ?? ''}`;
          faults.push({ ...fault, instancePath });
        }
        await yieldToLoop();
      }
    }
    if (faults.length > 0) throw validationFailure(faults.slice(0, maxFaults), 'body');
  };
}

const splits = new WeakMap<TSchema, { rest: Schema; lists: LongList[] }>();

/** Returns the same objects for the same schema, because Ajv compiles a schema once per object. */
function splitOf(schema: TSchema): { rest: Schema; lists: LongList[] } {
  const cachedSplit = splits.get(schema);
  if (cachedSplit) return cachedSplit;
  const lists: LongList[] = [];
  const split = { rest: withoutLongLists(schema as Schema, [], lists), lists };
  splits.set(schema, split);
  return split;
}

function withoutLongLists(schema: Schema, names: readonly string[], lists: LongList[]): Schema {
  const { items, ...list } = schema;
  if (items !== undefined && Number(schema.maxItems) > CHECKED_AT_ONCE) {
    lists.push({ names, entry: items as Schema });
    return list;
  }
  const copy: Record<string, unknown> = { ...schema };
  for (const branch of ['then', 'else']) {
    if (copy[branch]) copy[branch] = withoutLongLists(copy[branch] as Schema, names, lists);
  }
  if (copy.properties) {
    const members = Object.entries(copy.properties as Record<string, Schema>);
    copy.properties = Object.fromEntries(
      members.map(([name, member]) => [name, withoutLongLists(member, [...names, name], lists)]),
    );
  }
  return copy as Schema;
}

function valueAt(value: unknown, names: readonly string[]): readonly unknown[] {
  let found: unknown = value;
  for (const name of names) found = (found as Record<string, unknown> | null)?.[name];
  return Array.isArray(found) ? found : [];
}
