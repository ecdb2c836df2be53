import { fail, failAt } from '../../../errors.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/**
 * The changes of a project that a client has seen. They are all changes up to a number, and some
 * changes after it.
 */
export interface SyncState {
  /**
   * The client has seen all changes up to this number. The number is 0 if the client has seen no
   * changes.
   */
  readonly number: number;
  /** Id of the change with the number `number`. Null if the number is 0. */
  readonly changeId: string | null;
  /** Ids of the changes after `number` that the client has seen. */
  readonly seen: readonly string[];
}

export const NOTHING_SEEN: SyncState = { number: 0, changeId: null, seen: [] };

const PREFIX = 't1.';
const ID_BYTES = 16;
const NUMBER_BYTES = 6;
const HEAD_BYTES = 2 * ID_BYTES + NUMBER_BYTES;
const NO_CHANGE = Buffer.alloc(ID_BYTES);

export function encodeSyncToken(
  projectId: ProjectRef,
  { number, changeId, seen }: SyncState,
): string {
  const numberBytes = Buffer.alloc(NUMBER_BYTES);
  numberBytes.writeUIntBE(number, 0, NUMBER_BYTES);
  const changeBytes = changeId === null ? NO_CHANGE : bytesOf(changeId);
  const bytes = Buffer.concat([bytesOf(projectId), numberBytes, changeBytes, ...seen.map(bytesOf)]);
  return PREFIX + bytes.toString('base64url');
}

/** @throws `validation_failed` if the text is not a token, `unknown_sync_token` if it belongs to another project */
export function decodeSyncToken(projectId: ProjectRef, token: string, path: string): SyncState {
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
  const isWhole = bytes.length >= HEAD_BYTES && (bytes.length - HEAD_BYTES) % ID_BYTES === 0;
  if (!isWhole || PREFIX + bytes.toString('base64url') !== token) {
    failAt(path, 'is not a sync token; use the one of an earlier export or import');
  }
  if (idAt(bytes, 0) !== projectId) failUnknown();
  const number = bytes.readUIntBE(ID_BYTES, NUMBER_BYTES);
  const seen: string[] = [];
  for (let at = HEAD_BYTES; at < bytes.length; at += ID_BYTES) seen.push(idAt(bytes, at));
  const changeId = number === 0 ? null : idAt(bytes, ID_BYTES + NUMBER_BYTES);
  return { number, changeId, seen };
}

export function failUnknown(): never {
  fail(
    'unknown_sync_token',
    'The project has no state with this sync token. Export for a new one, or merge without `base`.',
  );
}

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

function idAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
