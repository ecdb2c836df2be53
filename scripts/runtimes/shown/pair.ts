/** A value that a program passes to a text, with its name and position. */
export interface Value {
  readonly name: string;
  /** A number selects the plural form. */
  readonly kind: 'text' | 'number' | 'date';
}

/** A source text and a translation, which is correct or damaged. */
export interface Pair {
  readonly source: string;
  readonly target: string;
  readonly locale: string;
  readonly values: readonly Value[];
  /** True if the program formats the text, because the source text contains something to format. */
  readonly isFormatted: boolean;
  /** The plural form if forms are separate texts, and the source text of the form `other`. */
  readonly form?: { readonly category: PluralCategory; readonly other: string };
  readonly damage: number;
}

export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** A text with its values. The first value has position 1. */
export interface Ask {
  readonly text: string;
  readonly locale: string;
  readonly values: Readonly<Record<string, string | number | Date>>;
}

export type Shown = { readonly text: string } | { readonly error: string };
