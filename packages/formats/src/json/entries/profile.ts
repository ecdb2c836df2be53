import { FormatError, type ReadOptions } from '../../format.ts';
import type { Members, Style } from './render.ts';
import type { JsonMember, JsonObject, JsonString } from './scan.ts';

/** Meaning of a member of a file. */
export type EntryPart =
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly value: JsonString;
      readonly description: string | undefined;
    }
  /** A member about an entry, which is a member of its own. */
  | { readonly kind: 'about'; readonly name: string; readonly description: string | undefined }
  /** A member about the file. */
  | { readonly kind: 'file' };

export interface NewEntry {
  readonly name: string;
  readonly text: string;
  readonly description: string | undefined;
}

/** A kind of JSON file in which each text is an entry of the root. */
export interface EntryProfile {
  /** Kind of file, for errors: `an ARB file`. */
  readonly what: string;
  /** @throws FormatError for a member that the format does not allow */
  read(member: JsonMember, options: Pick<ReadOptions, 'localeTag'>): EntryPart;
  /** Returns the form of a name in which names must differ. Defaults to the name. */
  identity?(name: string): string;
  /** The fault of a name that equals another one; for formats with `identity`. */
  sameNames?(name: string): FormatError;
  /** Members at the start of a new file. */
  head?(localeTag: string): Members;
  /** Returns the members of a new entry. @throws FormatError for a name that the format does not allow */
  members(entry: NewEntry, isPlain: boolean): Members;
  /** True for an entry that has no place for anything but its text. */
  isPlain?(member: JsonMember): boolean;
  /** Reason why programs do not accept an empty text, if they do not. */
  readonly emptyFault?: string;
  /** True if a new entry gets the other members of the same entry in the file of the source locale. */
  readonly followsSource: boolean;
  /** The layout of new files. */
  readonly style: Style;
}

/** Returns a fault at a member. */
export function faultAt(
  { name, value }: JsonMember,
  message: string,
  path: string = name,
): FormatError {
  const { line, column } = value.place;
  return new FormatError(message, { path, line, column });
}

/** Returns the string of a member of an entry. @throws FormatError if it is of another type */
export function stringIn(
  entry: JsonMember,
  object: JsonObject,
  name: string,
  path = entry.name,
): JsonString | undefined {
  const member = object.members.find((one) => one.name === name);
  if (member === undefined || member.value.kind === 'string') return member?.value as JsonString;
  throw faultAt(member, `"${name}" must be a string`, path);
}
