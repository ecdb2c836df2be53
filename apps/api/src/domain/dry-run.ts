/** Ends a dry run: everything was done, and is undone. */
export class DryRun<Outcome> extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('dry run');
    this.outcome = outcome;
  }
}
