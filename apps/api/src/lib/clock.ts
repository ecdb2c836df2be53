/** Source of the current time. All code uses it, so that tests can set the time. */
export interface Clock {
  now(): Date;
}
