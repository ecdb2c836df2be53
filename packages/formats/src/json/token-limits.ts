export interface JsonTokenLimits {
  /** Maximum number of nested objects and arrays. */
  depth: number;
  memberLength: number;
  /**
   * Maximum length of a string or number, in characters. Strings that are passed to a sink are not
   * limited.
   */
  valueLength: number;
}
