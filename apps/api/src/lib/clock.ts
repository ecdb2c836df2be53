/** Source of the current time. All code uses it, because tests replace it. */
export interface Clock {
  now(): Date;
}
