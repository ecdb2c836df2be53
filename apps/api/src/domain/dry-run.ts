/** Thrown to roll back a dry run after it has done everything. */
export class DryRun<Outcome> extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('dry run');
    this.outcome = outcome;
  }
}
