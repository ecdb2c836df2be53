import type { PatchOptions } from '../../format.ts';
import { decodeBase } from '../../patch/edits.ts';
import { scanText } from '../../patch/scan.ts';
import type { EntryProfile } from './profile.ts';
import type { Json, Members } from './render.ts';
import { EntryScanner, type JsonMember, type JsonObject } from './scan.ts';

/**
 * Returns the members of each named entry in the file of the source locale. Chrome's
 * `placeholders`, for example, is such a member.
 */
export async function findInSource(
  profile: EntryProfile,
  source: Uint8Array,
  names: ReadonlySet<string>,
  { limits }: PatchOptions,
): Promise<Map<string, Members>> {
  const found = new Map<string, Members>();
  const { text } = await decodeBase(source);
  const entry = ({ name, value }: JsonMember): void => {
    if (names.has(name) && value.kind === 'object') found.set(name, membersIn(value, text));
  };
  const scanner = new EntryScanner({ entry }, limits, { ...profile, container: null });
  await scanText(text, scanner);
  scanner.end();
  return found;
}

const membersIn = (object: JsonObject, file: string): Members =>
  object.members.map(({ name, value }): [string, Json] => {
    if (value.kind === 'string') return [name, value.text];
    if (value.kind === 'object') return [name, membersIn(value, file)];
    return [name, { raw: file.slice(value.start, value.end) }];
  });
