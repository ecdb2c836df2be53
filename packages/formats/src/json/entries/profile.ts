import { FormatError, type LocaleRule, type NameRule, type ReadOptions } from '../../format.ts';
import type { WarningCode } from '../../warnings.ts';
import type { DeclarationRules } from './declarations.ts';
import type { Members, Style } from './render.ts';
import type { JsonMember, JsonObject, JsonString } from './scan.ts';

export type EntryPart =
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly value: JsonString;
      readonly description: string | undefined;
      /** Codes of the warnings that apply to this text. */
      readonly warnings?: readonly WarningCode[];
    }
  /** A member that describes the text with the given name. */
  | { readonly kind: 'about'; readonly name: string; readonly description: string | undefined }
  /** A member that describes the whole file. */
  | { readonly kind: 'file' };

export interface NewEntry {
  readonly name: string;
  readonly text: string;
  readonly description: string | undefined;
}

/** Rules for a kind of JSON file. Each member of the root object can be a text. */
export interface EntryProfile {
  /** Kind of file for error messages, such as `an ARB file`. */
  readonly what: string;
  /** True if the program that reads the file allows comments in it. */
  readonly hasComments?: boolean;
  /** @throws FormatError for a member that the format does not allow */
  read(member: JsonMember, options: Pick<ReadOptions, 'localeTag' | 'sourceLocaleTag'>): EntryPart;
  /** Returns a string that is the same for names that the format treats as equal. By default, the name. */
  identity?(name: string): string;
  /**
   * Creates the error for two names with the same `identity`. Required if `identity` is defined.
   */
  sameNames?(name: string): FormatError;
  head?(localeTag: string): Members;
  /**
   * Returns the members of a new entry.
   * @throws FormatError for a name that the format does not allow
   */
  members(entry: NewEntry, isPlain: boolean): Members;
  /** True if the entry is a plain string. Such an entry has no description. */
  isPlain?(member: JsonMember): boolean;
  /** Messages of warnings, by code. Each warning is reported once per file, with the number of entries. */
  readonly warnings?: Readonly<Partial<Record<WarningCode, (count: number) => string>>>;
  readonly localeRule?: LocaleRule;
  readonly nameRule?: NameRule;
  /**
   * True if a new entry copies its other members, such as `placeholders`, from the file of the
   * source locale. `described`: only in a file in which other texts have such members.
   */
  readonly followsSource: boolean | 'described';
  /** Returns the name of the member that describes a text. Only for members beside their texts. */
  aboutOf?(name: string): string;
  /** Rules for the members that declare the placeholders of a text. By default, there are none. */
  readonly declarations?: DeclarationRules;
  readonly style: Style;
}

export function faultAt(
  { name, value }: JsonMember,
  message: string,
  path: string = name,
): FormatError {
  const { line, column } = value.place;
  return new FormatError(message, { path, line, column });
}

/**
 * Returns the string member of an entry.
 * @throws FormatError if the member is not a string
 */
export function stringIn(
  entry: JsonMember,
  object: JsonObject,
  name: string,
  path = entry.name,
): JsonString | undefined {
  const member = object.members.find((member) => member.name === name);
  if (member === undefined || member.value.kind === 'string') return member?.value as JsonString;
  throw faultAt(member, `"${name}" must be a string`, path);
}
