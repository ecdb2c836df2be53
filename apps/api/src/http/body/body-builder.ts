import { type Fault, LIMITS } from '@parlance/contracts';
import type { JsonTokenHandler } from '@parlance/formats';
import { Failure } from '../../errors.ts';
import { escapePointer } from '../../lib/json-pointer.ts';
import { failureOf, faultMessage, MAX_FAULTS } from '../validation/validation.ts';
import type { Room } from './body-room.ts';

interface Container {
  readonly value: unknown[] | Record<string, unknown>;
  /** Limits of the array or object. Null if the schema does not allow the array or object here. */
  readonly room: Room | null;
  size: number;
  /**
   * Name of the member whose value is being read. Null in an array. In an object, null until the
   * next name was read.
   */
  member: string | null;
}

/**
 * Builds the value of a JSON body from its tokens, within the limits of the schema. Reading stops
 * at the first entry beyond a limit. After other errors, reading continues, so that the response
 * can list all errors.
 */
export class BodyBuilder implements JsonTokenHandler {
  value: unknown;
  fault: Fault | null = null;
  readonly #root: Room;
  readonly #open: Container[] = [];
  #unknownMembers = 0;

  constructor(root: Room) {
    this.#root = root;
  }

  startObject(): void {
    this.#start({}, 'object');
  }

  startArray(): void {
    this.#start([], 'array');
  }

  endObject(): void {
    this.#end();
  }

  endArray(): void {
    this.#end();
  }

  member(name: string): void {
    const object = this.#open.at(-1)!;
    object.size += 1;
    const room = object.room?.object;
    if (room && !room.members.has(name)) {
      if (room.others === null) this.#noteUnknown(name);
      else if (object.size > room.max) throw refusal(this.path(), room.tooMany);
    }
    object.member = name;
  }

  string(text: string): void {
    this.#put(text);
    this.#leave();
  }

  literal(source: string): void {
    this.#put(JSON.parse(source));
    this.#leave();
  }

  /**
   * Returns a JSON pointer (RFC 6901) to the current value. Between two values, the pointer leads
   * to the array or object that contains both.
   */
  path(): string {
    return pathTo(this.#open);
  }

  #start(value: Container['value'], type: 'object' | 'array'): void {
    if (this.#open.length === LIMITS.jsonDepth) {
      const limit = `The body is nested deeper than ${LIMITS.jsonDepth} levels.`;
      throw new Failure('limit_exceeded', limit);
    }
    const room = this.#roomHere();
    const fits = room !== null && room[type] !== null;
    if (room !== null && !fits) this.fault ??= { path: this.path(), message: room.wrongType };
    this.#put(value);
    this.#open.push({ value, room: fits ? room : null, size: 0, member: null });
  }

  #end(): void {
    this.#open.pop();
    this.#leave();
  }

  #roomHere(): Room | null {
    const parent = this.#open.at(-1);
    if (parent === undefined) return this.#root;
    const { room, value, member } = parent;
    if (room === null) return null;
    if (Array.isArray(value)) return room.array!.entry;
    return room.object!.members.get(member!) ?? room.object!.others;
  }

  #put(value: unknown): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      this.value = value;
    } else if (Array.isArray(parent.value)) {
      const room = parent.room?.array;
      if (room && parent.size === room.max) {
        throw refusal(pathTo(this.#open.slice(0, -1)), room.tooMany);
      }
      parent.value.push(value);
    } else if (parent.member === '__proto__') {
      Object.defineProperty(parent.value, '__proto__', { value, enumerable: true, writable: true });
    } else {
      parent.value[parent.member!] = value;
    }
  }

  #leave(): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) return;
    if (Array.isArray(parent.value)) parent.size += 1;
    else parent.member = null;
  }

  #noteUnknown(name: string): void {
    this.fault ??= { path: `${this.path()}/${escapePointer(name)}`, message: UNKNOWN_MEMBER };
    if (++this.#unknownMembers > MAX_FAULTS) throw failureOf([this.fault]);
  }
}

const UNKNOWN_MEMBER = faultMessage({ keyword: 'additionalProperties' });

const refusal = (path: string, message: string): Failure => failureOf([{ path, message }]);

const pathTo = (open: readonly Container[]): string =>
  open
    .map(({ value, member, size }) => (Array.isArray(value) ? `${size}` : member))
    .filter((name) => name !== null)
    .map((name) => `/${escapePointer(name)}`)
    .join('');
