import { LIMITS } from '@parlance/contracts';
import type { TSchema } from 'typebox';
import type { Schema } from '../openapi/document.ts';
import { faultMessage } from '../validation/validation.ts';

/**
 * Limits of a value, derived from its schema. They let the service reject a value before it is in
 * memory.
 */
export interface Room {
  readonly array: { readonly max: number; readonly entry: Room; readonly tooMany: string } | null;
  readonly object: {
    readonly members: ReadonlyMap<string, Room>;
    /**
     * Limits of members that the schema does not name. Null if the schema allows only named
     * members.
     */
    readonly others: Room | null;
    readonly max: number;
    readonly tooMany: string;
  } | null;
  readonly wrongType: string;
}

/** Limits of a value for which the schema allows any JSON. */
const FREE_FORM: Room = {
  get array() {
    const tooMany = `must NOT have more than ${LIMITS.freeFormMembers} items`;
    return { max: LIMITS.freeFormMembers, entry: FREE_FORM, tooMany };
  },
  get object() {
    const tooMany = `must NOT have more than ${LIMITS.freeFormMembers} properties`;
    return { members: new Map(), others: FREE_FORM, max: LIMITS.freeFormMembers, tooMany };
  },
  wrongType: '',
};

/**
 * Returns the limits of a value that must match one of the schemas. Each limit is the highest that
 * any schema allows.
 */
export function roomOf(...schemas: readonly TSchema[]): Room {
  const forms = schemas.flatMap((schema) => formsOf(schema as Schema));
  if (forms.length > 0 && forms.every((form) => Object.keys(form).length === 0)) return FREE_FORM;
  const arrays = forms.filter((form) => isOf(form, 'array'));
  const objects = forms.filter((form) => isOf(form, 'object'));
  const types = [...new Set(forms.flatMap(typesOf))];
  return {
    array: arrays.length === 0 ? null : arrayRoom(arrays),
    object: objects.length === 0 ? null : objectRoom(objects),
    wrongType: faultMessage({ keyword: 'type', params: { type: types } }),
  };
}

function arrayRoom(forms: readonly Schema[]): Room['array'] {
  const [max, tooMany] = boundOf(forms, 'maxItems');
  return { max, tooMany, entry: roomOf(...forms.map(({ items }) => items as TSchema)) };
}

function objectRoom(forms: readonly Schema[]): Room['object'] {
  const declared = new Map<string, TSchema[]>();
  for (const { properties } of forms) {
    for (const [name, member] of Object.entries((properties ?? {}) as Record<string, TSchema>)) {
      declared.set(name, [...(declared.get(name) ?? []), member]);
    }
  }
  const members = new Map([...declared].map(([name, schemas]) => [name, roomOf(...schemas)]));
  const maps = forms.filter(({ additionalProperties }) => additionalProperties !== false);
  if (maps.length === 0) return { members, others: null, max: members.size, tooMany: '' };
  const [max, tooMany] = boundOf(maps, 'maxProperties');
  const others = roomOf(...maps.map((map) => map.additionalProperties as unknown as TSchema));
  return { members, others, max, tooMany };
}

function formsOf(schema: Schema): Schema[] {
  const { then: yes, else: no, anyOf } = schema;
  const branches = [yes, no, ...((anyOf as Schema[] | undefined) ?? [])].filter(Boolean);
  return branches.length === 0 ? [schema] : branches.flatMap((branch) => formsOf(branch as Schema));
}

const typesOf = ({ type }: Schema): string[] => [type ?? []].flat() as string[];
const isOf = (schema: Schema, type: string): boolean => typesOf(schema).includes(type);

function boundOf(
  forms: readonly Schema[],
  keyword: 'maxItems' | 'maxProperties',
): [max: number, tooMany: string] {
  const [widest] = forms.toSorted((a, b) => Number(b[keyword]) - Number(a[keyword]));
  const max = widest?.[keyword];
  if (typeof max !== 'number') {
    throw new TypeError(`A list or a map of a body has no ${keyword}: ${JSON.stringify(forms)}`);
  }
  return [max, faultMessage({ keyword, parentSchema: widest! })];
}
