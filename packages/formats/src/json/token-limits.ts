export interface JsonTokenLimits {
  /** Maximum number of objects and arrays that are open at once. */
  depth: number;
  memberLength: number;
  /** Longest string or number, in characters; does not bind strings that go to a sink. */
  valueLength: number;
}
