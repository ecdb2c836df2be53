import type { MessageFormat } from '../token/token.ts';

/** Names of packages, plugins and files that show that a project uses the library. */
export interface FoundBy {
  readonly npm?: readonly string[];
  readonly pub?: readonly string[];
  readonly gem?: readonly string[];
  readonly composer?: readonly string[];
  readonly gradle?: readonly string[];
  readonly files?: readonly string[];
}

/** A range in a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A part of a text that a library misinterprets as code, or broken code. */
export interface RuntimeFault extends TextRange {
  /**
   * `refused`: the library throws, or displays the key or nothing. `misread`: the library displays
   * code, or omits a part of the text.
   */
  readonly effect: 'refused' | 'misread';
  /** End of a sentence that begins with the name of the library and describes what the library does. */
  readonly detail: string;
  /** Spelling of the part that the library displays as intended. Absent if the intention is uncertain. */
  readonly fix?: string;
}

/** A part of a text in whose place a library displays the text of another key. */
export interface KeyReference {
  /** Name of the key as written, such as `cart.pay`, or `cart:pay` with a namespace. */
  readonly name: string;
  /**
   * True if the reference has a default text, or options that make the library look elsewhere, so
   * that it works without a key of this name.
   */
  readonly isOptional: boolean;
}

/** Descriptions, for people, of the behavior of a library. */
export interface RuntimeFacts {
  /** Displayed for an empty text. */
  readonly empty: string;
  /** Displayed for a text that is missing in the bundle. */
  readonly missing: string;
  /** Displayed in place of a value that the program does not pass. */
  readonly noValue: string;
  /** The way in which the library chooses a plural form. */
  readonly forms: string;
}

/** A library or platform that displays texts. */
export interface Runtime {
  /** Name that is shown to people. */
  readonly title: string;
  /** Versions with which the behavior was tested. */
  readonly versions: string;
  /** Message format that is most similar to the library's syntax. */
  readonly format: MessageFormat;
  readonly foundBy: FoundBy;
  /** Describes, for people, which problems are found in addition to those of the message format. */
  readonly finds?: string;
  readonly facts?: RuntimeFacts;
  /**
   * Finds the parts of a text that the library does not display as intended. For a source text,
   * both parameters are the same text.
   */
  readonly findFaults?: (text: string, source: string) => readonly RuntimeFault[];
  /** Returns the references of a text to keys whose names do not depend on values. */
  readonly referencesIn?: (text: string) => KeyReference[];
  /** Matches placeholders of other libraries, which this library displays as text. */
  readonly foreign?: RegExp;
  /**
   * Converts a text to the spelling of `format`, in which translation and source text are compared.
   * Absent if the spelling is the same. For a source text, both parameters are the same text.
   */
  readonly asFormat?: (text: string, source: string) => string;
  /** Format of the texts that `asFormat` returns. Absent if it is the format of the project. */
  readonly comparedAs?: MessageFormat;
  /** Plural forms within one text. Absent if the library treats a text as a single form. */
  readonly forms?: {
    /** Returns the ranges of the forms, without the white space around them. */
    split(text: string): readonly TextRange[];
    /** Returns the maximum number of forms that the library uses in a language. Absent if there is no limit. */
    most?(locale: string): number;
    /** Returns the minimum number of forms that the library needs in a language if the text has more than one form. */
    needed(locale: string, text: string): number;
    /**
     * True if a form before the last one is for a single number, so that it may express the number
     * in words. Absent if this depends on the app. Every such form may then do so.
     */
    isOfOne?(locale: string, index: number): boolean;
    /**
     * The separator, and its spelling as text. Absent if the library splits a text only when the app requests a form.
     */
    readonly separator?: { readonly sign: string; readonly fix?: string };
  };
}
