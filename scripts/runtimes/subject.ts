import type { FileFormat, WriteOptions } from '../../packages/formats/src/format.ts';
import type { Category } from '../../packages/formats/src/plural/plural-categories.ts';
import type { Random } from '../../packages/messages/test/adversary/random.ts';
import type { Entry, Text, Version } from './entry.ts';

export const WAYS = ['read', 'written', 'patched', 'repatched', 'derived'] as const;
/**
 * The origin of a file. `read`: a person wrote it. `written`: Parlance writes a new file. `patched`: Parlance
 * patches the file of a person. `repatched`: Parlance patches a file that its program wrote. `derived`: Parlance makes
 * it from the file of the source language. `pulled`: the command line writes it.
 */
export type Way = (typeof WAYS)[number] | 'pulled';

/** A file that a program reads. */
export interface TestFile {
  readonly path: string;
  readonly localeTag: string;
}

/** Texts that a program shows of a file, by name, or the error with which it rejects the file. */
export type Shown =
  | { readonly texts: Readonly<Record<string, string>> }
  | { readonly error: string };

/** A program or a library that ships files of a format. */
export interface Reader {
  readonly name: string;
  version(): string;
  read(files: readonly TestFile[]): Promise<Shown[]>;
  /** Returns what the program must show of an entry. Defaults to the name and the text of each form. */
  shows?(entry: Entry, version: Version, localeTag: string): [name: string, text: string][];
  /** Returns what the program must show of an entry that a file leaves untranslated. Defaults to nothing. */
  showsMissing?(entry: Entry): [name: string, text: string][];
  /** True for a name or text that the program decodes by other rules than its format has. */
  misreads?(text: string): boolean;
  /** Writes a file as the program writes it. */
  rewrite?(from: TestFile, to: string): Uint8Array;
  /** True for an entry that the program writes in a way that its format does not have, or that it cannot read. */
  miswrites?(name: string, text: string): boolean;
}

/** A file that a person has, with comments and with constructs that are no texts. */
export interface BaseFile {
  readonly entries: readonly Entry[];
  readonly version: Version;
  readonly localeTag: string;
  readonly random: Random;
}

/** A way to write a format, with the programs that read it. */
export interface Subject {
  readonly id: string;
  readonly format: FileFormat;
  readonly writing: Omit<WriteOptions, 'localeTags' | 'sourceLocaleTag'> & {
    poKind?: 'text' | 'ids';
  };
  /** Ways in which the programs do not get such a file. */
  readonly skips?: readonly Way[];
  /** Names in {@link baseOf} that are no entries. */
  readonly baseNames?: readonly string[];
  /** True if the format carries all texts, so that none is written alone to see. */
  readonly isAlwaysCarried?: boolean;
  /** Extension of the file. Defaults to that of the format. */
  readonly extension?: string;
  readonly hasPlurals?: boolean;
  /** True for a format of plurals only. */
  readonly hasPluralsOnly?: boolean;
  readonly hasDescriptions?: boolean;
  /** Returns the plural forms that a file of a language has. Defaults to those of CLDR. */
  formsOf?(localeTag: string): readonly Category[];
  /** Returns the name of an entry, which is unique by its number. */
  nameOf(random: Random, at: number): string;
  textOf(random: Random): Text;
  /** Returns the source text of a key whose name is its source text. */
  sourceOf?(name: string): Text;
  /** Adjusts a text to the name of its key. */
  fit?(name: string, text: Text): Text;
  /** True for a text that {@link baseOf} does not write. */
  isOnlyNew?(text: string): boolean;
  baseOf(file: BaseFile): string | Uint8Array;
  readonly readers: readonly Reader[];
}
