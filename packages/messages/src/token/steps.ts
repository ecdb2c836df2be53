/** Long work in steps of a few milliseconds, after each of which it can be stopped. */
export type Steps<Result> = Generator<void, Result>;

/** Does all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
