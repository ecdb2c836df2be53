/** A long computation in steps of a few milliseconds. The caller can stop after each step. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps of a generator one after the other and returns its result. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
