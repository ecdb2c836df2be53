export interface JsonTokenLimits {
  /** Maximum number of nested objects and arrays. */
  depth: number;
  memberLength: number;
  /**
   * Maximum length of a string or number, in characters. A string that a `stringSink` receives may
   * be longer.
   */
  valueLength: number;
}
