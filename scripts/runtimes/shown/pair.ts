/** A value that a program gives to a text, under its name and at its place. */
export interface Value {
  readonly name: string;
  /** The number chooses the form of a plural. */
  readonly kind: 'text' | 'number' | 'date';
}

/** A source text and a translation, right or damaged. */
export interface Pair {
  readonly source: string;
  readonly target: string;
  readonly locale: string;
  readonly values: readonly Value[];
  /** True if the program formats the text, as it does where the source text has something to format. */
  readonly isFormatted: boolean;
  /** The form of a plural whose forms are texts of their own, and the source text of the form `other`. */
  readonly form?: { readonly category: PluralCategory; readonly other: string };
  readonly damage: number;
}

export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** A text with its values, of which the first is that of the place 1. */
export interface Ask {
  readonly text: string;
  readonly locale: string;
  readonly values: Readonly<Record<string, string | number | Date>>;
}

export type Shown = { readonly text: string } | { readonly error: string };
