/**
 * A message of MessageFormat 2 as data, ready to be formatted. A string is a text without placeholders, and an array
 * is a pattern.
 */
export type CompiledMf2 = string | readonly Mf2PatternPart[] | CompiledMf2Matcher;

/** A pattern part: a text, a placeholder, or markup. */
export type Mf2PatternPart = string | CompiledExpression | CompiledMarkup;

/** A message with declarations. A message without selectors has one form without keys. */
export interface CompiledMf2Matcher {
  /** Declared variables and their values, in the order of the message. */
  readonly let: readonly (readonly [name: string, value: CompiledExpression])[];
  /** Names of the variables that choose a form. */
  readonly match: readonly string[];
  /** Forms with a key for each selector. Null stands for `*`. */
  readonly forms: readonly (readonly [
    keys: readonly (string | null)[],
    pattern: string | readonly Mf2PatternPart[],
  ])[];
}

/**
 * A placeholder. The operand is `$name` for a variable, `|text` for a literal, and empty for a function without an
 * operand. Options are those of the constructors of `Intl`, `dir` for `u:dir`, and `add` or `subtract` for `:offset`. `variables`
 * has the names of the variables whose values are options.
 */
export type CompiledExpression = readonly [
  operand: string,
  called?: string,
  options?: CompiledOptions,
  variables?: Readonly<Record<string, string>>,
];

export type CompiledOptions = Readonly<Record<string, string | number | boolean | null>>;

export interface CompiledMarkup {
  readonly markup: string;
  readonly kind: 'open' | 'close' | 'standalone';
  readonly options?: CompiledOptions;
  readonly variables?: Readonly<Record<string, string>>;
}
