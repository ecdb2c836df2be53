import type { MessageFormat } from '../token/token.ts';

/** Names of packages, plugins and files by which a project uses the library. */
export interface FoundBy {
  readonly npm?: readonly string[];
  readonly pub?: readonly string[];
  readonly gem?: readonly string[];
  readonly composer?: readonly string[];
  readonly gradle?: readonly string[];
  readonly files?: readonly string[];
}

/** A range of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A part of a text that a library reads as code, although it is text or broken code. */
export interface RuntimeFault extends TextRange {
  /**
   * `refused`: the library throws, or shows the key or nothing. `misread`: it shows code, or leaves out
   * a part of the text.
   */
  readonly effect: 'refused' | 'misread';
  /** End of a sentence that begins with the name of the library and says what it does. */
  readonly detail: string;
  /** Spelling of the part that the library shows as it was meant. Absent if that is not certain. */
  readonly fix?: string;
}

/** Describes, for people, what an app shows in place of something that is not there. */
export interface RuntimeFacts {
  /** Shown for an empty text. */
  readonly empty: string;
  /** Shown for a text that the bundle lacks. */
  readonly missing: string;
  /** Shown in place of a value that the program does not give. */
  readonly noValue: string;
  /** Way in which the form of a plural is found. */
  readonly forms: string;
}

/** A library or platform that shows texts. */
export interface Runtime {
  /** Name for people. */
  readonly title: string;
  /** Versions whose behaviour was seen. */
  readonly versions: string;
  /** Message format that is closest to the grammar of the library. */
  readonly format: MessageFormat;
  readonly foundBy: FoundBy;
  /** Describes, for people, the findings beyond those of the message format. */
  readonly finds?: string;
  readonly facts?: RuntimeFacts;
  /** Finds what the library does not show as it is meant. A source text is compared with itself. */
  readonly findFaults?: (text: string, source: string) => readonly RuntimeFault[];
  /** Matches the placeholders of other libraries, which it shows as text. */
  readonly foreign?: RegExp;
  /**
   * Returns a text in the spelling of `format`, in which two texts are compared. Absent if it is the same.
   * A source text is given with itself.
   */
  readonly asFormat?: (text: string, source: string) => string;
  /** Format of the texts that `asFormat` returns. Absent if it is the format of the project. */
  readonly comparedAs?: MessageFormat;
  /** Plural forms that one text holds. Absent if a text has one form for the library. */
  readonly forms?: {
    /** Returns the ranges of the forms, without the white space around them. */
    split(text: string): readonly TextRange[];
    /** Most forms that it shows in a language. Absent if there is no limit. */
    most?(locale: string): number;
    /** Fewest forms that it needs in a language, if the text has more than one. */
    needed(locale: string, text: string): number;
    /**
     * True if a form before the last one is for one number, and so may say it in words. Absent if that depends on the
     * app, and so all may.
     */
    isOfOne?(locale: string, index: number): boolean;
    /** The separator and its spelling as text. Absent if the library reads it only when an app asks for a form. */
    readonly separator?: { readonly sign: string; readonly fix?: string };
  };
}
