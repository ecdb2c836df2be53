import type { MessageFormat, RuntimeName } from '@parlance/messages';
import type { Grammar } from './grammars.ts';
import type { Ask, Pair, Shown } from './pair.ts';

export type Show = (asks: readonly Ask[]) => Promise<Shown[]>;

/** An app that shows texts by a library or a function of its language. */
export interface App {
  readonly id: string;
  readonly runtime: RuntimeName;
  /** Message format of the project. Defaults to that of the runtime. */
  readonly format?: MessageFormat;
  readonly grammar: Grammar;
  /** Numbers that the app gives. */
  readonly numbers: readonly number[];
  /** Matches code, which people must not read. */
  readonly code: RegExp;
  /** Numbers that a form may say in words. Defaults to 1. */
  readonly wordsFor?: readonly number[];
  /** True if a sign of the translation is not shown. */
  hides?(target: string, shown: string): boolean;
  version(): string;
  /** Programs that show the texts, of which the strictest counts. */
  readonly shows: readonly Show[];
  /** Returns why a build refuses each of the texts. Null for a text that it takes. */
  build?(pairs: readonly Pair[]): Promise<(string | null)[]>;
}
