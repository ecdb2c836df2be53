/** Time comes from here alone, so that tests can move it. */
export interface Clock {
  now(): Date;
}
