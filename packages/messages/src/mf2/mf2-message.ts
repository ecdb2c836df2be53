/** A range of UTF-16 code units in the message. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A literal, by its value without quotation marks and escapes, or a variable, by its name without `$`. */
export type Mf2Value =
  | { readonly type: 'literal'; readonly value: string }
  | { readonly type: 'variable'; readonly name: string };

export interface Mf2Function {
  /** Identifier without the colon, such as `number` or `ns:price`. */
  readonly name: string;
  readonly options: ReadonlyMap<string, Mf2Value>;
}

export interface Mf2Expression extends Range {
  readonly type: 'expression';
  readonly operand: Mf2Value | null;
  readonly function: Mf2Function | null;
}

export interface Mf2Markup extends Range {
  readonly type: 'markup';
  readonly role: 'open' | 'close' | 'void';
  readonly name: string;
  readonly options: ReadonlyMap<string, Mf2Value>;
}

/** Text between placeholders as written, with its escapes. */
export interface Mf2Text extends Range {
  readonly type: 'text';
}

export type Mf2Part = Mf2Text | Mf2Expression | Mf2Markup;

/** Words and placeholders of a message or of a variant. The range is that of the text without `{{` and `}}`. */
export interface Mf2Pattern extends Range {
  readonly parts: readonly Mf2Part[];
}

export interface Mf2Declaration extends Range {
  readonly type: 'input' | 'local';
  readonly name: string;
  readonly expression: Mf2Expression;
}

export interface Mf2Variant extends Range {
  /** Values of the keys in the order of the selectors. Null stands for `*`. */
  readonly keys: readonly (string | null)[];
  /** Keys as written. */
  readonly written: readonly string[];
  readonly pattern: Mf2Pattern;
}

export interface Mf2Selector extends Range {
  /** Name of the variable without `$`. */
  readonly name: string;
}

/**
 * Data model of a message, with positions (Unicode LDML part 9, Interchange Data Model). A message
 * without selectors has one variant without keys.
 */
export interface Mf2Message {
  /** True if the whole text is the pattern, without declarations and `{{`. */
  readonly isSimple: boolean;
  readonly declarations: readonly Mf2Declaration[];
  readonly selectors: readonly Mf2Selector[];
  readonly variants: readonly Mf2Variant[];
}
