/** Thrown to roll back the transaction of a dry run at its end. */
export class DryRun<Outcome> extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('dry run');
    this.outcome = outcome;
  }
}
