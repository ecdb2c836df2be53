/** Long work that can be stopped between its steps, of a few milliseconds each. */
export type Steps<Result> = Generator<void, Result>;

/** Does all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
