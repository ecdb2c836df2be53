import type { PatchOptions } from '../../format.ts';
import { decodeBase } from '../../patch/edits.ts';
import { scanText } from '../../patch/scan.ts';
import type { EntryProfile } from './profile.ts';
import type { Json, Members } from './render.ts';
import { EntryScanner, type JsonMember, type JsonObject } from './scan.ts';

/**
 * Returns the members that describe each named text in the file of the source locale, such as
 * Chrome's `placeholders`. In an ARB file, they are the members of `@name`.
 */
export async function findInSource(
  profile: EntryProfile,
  source: Uint8Array,
  names: ReadonlySet<string>,
  { limits, sourceLocaleTag }: PatchOptions,
): Promise<Map<string, Members>> {
  const found = new Map<string, Members>();
  const { text } = await decodeBase(source);
  const entry = (member: JsonMember): void => {
    const { value } = member;
    const part = profile.read(member, { localeTag: sourceLocaleTag, sourceLocaleTag });
    if (part.kind === 'file' || value.kind !== 'object' || !names.has(part.name)) return;
    found.set(part.name, membersOfObject(value, text));
  };
  const scanner = new EntryScanner({ entry }, limits, { ...profile, container: null });
  await scanText(text, scanner);
  scanner.end();
  return found;
}

export const membersOfObject = (object: JsonObject, file: string): Members =>
  object.members.map(({ name, value }): [string, Json] => {
    if (value.kind === 'string') return [name, value.text];
    if (value.kind === 'object') return [name, membersOfObject(value, file)];
    return [name, { raw: file.slice(value.start, value.end) }];
  });
