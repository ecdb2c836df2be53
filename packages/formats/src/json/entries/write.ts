import { type FileRow, FormatError, type WriteOptions } from '../../format.ts';
import { onlyLocale } from '../../patch/only-locale.ts';
import { requireText } from '../../text/utf8.ts';
import { writeEntries } from '../../text/write-entries.ts';
import { faultOfDeclarations } from './declarations.ts';
import type { EntryProfile } from './profile.ts';
import { leadOf, type Members, renderMember, type Style } from './render.ts';

/** Returns a function that writes JSON files by the rules of a profile. */
export const writeJsonEntries = (profile: EntryProfile) =>
  async function* write(
    rows: AsyncIterable<FileRow[]>,
    options: WriteOptions,
  ): AsyncGenerator<string, void> {
    const { style, what } = profile;
    const head = profile.head?.(onlyLocale(options, what)) ?? [];
    const names = new Set<string>();
    yield* writeEntries(rows, options, {
      what,
      start: `{${renderMembers(head, style, true)}`,
      entry(row, text, count) {
        requireNew(profile, names, row.name);
        const members = membersOf(profile, row, text, false);
        const isOwn = options.declares === false;
        const fault = isOwn ? null : faultOfDeclarations(profile.declarations, text, []);
        if (fault !== null) {
          throw new FormatError(fault, { path: row.name, remedy: 'sourceBase' });
        }
        return renderMembers(members, style, count === 0 && head.length === 0);
      },
      end: (count) => `${count + head.length === 0 ? '' : style.newline}}\n`,
    });
  };

/**
 * Returns the JSON members for a row.
 * @throws FormatError for a text that cannot be stored
 */
export function membersOf(
  profile: EntryProfile,
  { name, description }: FileRow,
  text: string,
  isPlain: boolean,
): Members {
  requireText(name, name);
  requireText(text, name);
  if (description !== undefined) requireText(description, name);
  const about = description?.trim();
  return profile.members({ name, text, description: about === '' ? undefined : about }, isPlain);
}

const renderMembers = (members: Members, style: Style, isFirst: boolean): string =>
  members
    .map(([name, value], index) => {
      const comma = isFirst && index === 0 ? '' : ',';
      return comma + leadOf(style, 1) + renderMember(name, value, 1, style);
    })
    .join('');

/** Rejects a name that the format treats as equal to an earlier name. */
function requireNew(profile: EntryProfile, names: Set<string>, name: string): void {
  if (profile.identity === undefined) return;
  const identity = profile.identity(name);
  if (names.has(identity)) throw profile.sameNames!(name);
  names.add(identity);
}
