import type { FileFormat, WriteOptions } from '../../packages/formats/src/format.ts';
import type { Category } from '../../packages/formats/src/plural/plural-categories.ts';
import type { Random } from '../../packages/messages/test/adversary/random.ts';
import type { Entry, Text, Version } from './entry.ts';

export const WAYS = ['read', 'written', 'patched', 'repatched', 'derived'] as const;
/**
 * The origin of a file. `read`: a person wrote it. `written`: Parlance writes a new file. `patched`: Parlance patches a
 * person's file. `repatched`: Parlance patches a file that the program wrote. `derived`: Parlance creates it from the
 * file of the source language. `pulled`: the command line writes it.
 */
export type Way = (typeof WAYS)[number] | 'pulled';

/** A file that a program reads. */
export interface TestFile {
  readonly path: string;
  readonly localeTag: string;
}

/** The texts that a program shows for a file, by name, or the error with which it rejects the file. */
export type Shown =
  | { readonly texts: Readonly<Record<string, string>> }
  | { readonly error: string };

/** A program or a library that ships files of a format. */
export interface Reader {
  readonly name: string;
  version(): string;
  read(files: readonly TestFile[]): Promise<Shown[]>;
  /** Returns the texts that the program must show for an entry. Defaults to the name and text of each form. */
  shows?(entry: Entry, version: Version, localeTag: string): [name: string, text: string][];
  /** Returns the texts that the program must show for an untranslated entry. Defaults to none. */
  showsMissing?(entry: Entry): [name: string, text: string][];
  /** True for a name or text that the program does not decode as its format requires. */
  misreads?(text: string): boolean;
  /** Writes a file with the program. */
  rewrite?(from: TestFile, to: string): Uint8Array;
  /** True for an entry that the program writes in an invalid form, or in a form that it cannot read. */
  miswrites?(name: string, text: string): boolean;
}

/** A person's file, with comments and with elements that are not texts. */
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
  /** Ways that do not apply to the programs. */
  readonly skips?: readonly Way[];
  /** Names in {@link baseOf} that are not entries. */
  readonly baseNames?: readonly string[];
  /** True if the format can carry every text, so that texts need not be tried alone. */
  readonly isAlwaysCarried?: boolean;
  readonly hasPlurals?: boolean;
  /** True for a format with plurals only. */
  readonly hasPluralsOnly?: boolean;
  readonly hasDescriptions?: boolean;
  /** Returns the plural forms in a file of a language. Defaults to those of CLDR. */
  formsOf?(localeTag: string): readonly Category[];
  /** Returns the name of an entry. The number makes it unique. */
  nameOf(random: Random, at: number): string;
  textOf(random: Random): Text;
  /** Returns the source text of a key whose name is its source text. */
  sourceOf?(name: string): Text;
  /** Adapts a text to the name of its key. */
  fit?(name: string, text: Text): Text;
  /** True for a text that {@link baseOf} does not write. */
  isOnlyNew?(text: string): boolean;
  baseOf(file: BaseFile): string | Uint8Array;
  readonly readers: readonly Reader[];
}
