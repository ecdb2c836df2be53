export interface JsonTokenLimits {
  /** Maximum number of objects and arrays that are open at once. */
  depth: number;
  memberLength: number;
  /** Maximum length of a string or number, in characters. It does not apply to strings that go to a sink. */
  valueLength: number;
}
