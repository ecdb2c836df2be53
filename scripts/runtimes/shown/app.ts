import type { MessageFormat, RuntimeName } from '@parlance/messages';
import type { Grammar } from './grammars.ts';
import type { Ask, Pair, Shown } from './pair.ts';

export type Show = (asks: readonly Ask[]) => Promise<Shown[]>;

/** An app that shows texts with a library or a function of its language. */
export interface App {
  readonly id: string;
  readonly runtime: RuntimeName;
  /** Message format of the project. Defaults to that of the runtime. */
  readonly format?: MessageFormat;
  readonly grammar: Grammar;
  /** Numbers that the app passes to texts. */
  readonly numbers: readonly number[];
  /** Matches code that users must not see. */
  readonly code: RegExp;
  /** Numbers that a form may express in words. Defaults to 1. */
  readonly wordsFor?: readonly number[];
  /** True if a character of the translation may be hidden. */
  hides?(target: string, shown: string): boolean;
  version(): string;
  /** Programs that show the texts. The strictest result counts. */
  readonly shows: readonly Show[];
  /** Returns the reason why a build rejects each text, or null for an accepted text. */
  build?(pairs: readonly Pair[]): Promise<(string | null)[]>;
}
