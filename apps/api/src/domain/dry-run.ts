/** Error that rolls back the transaction of a dry run after all its work is done. */
export class DryRun<Outcome> extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('dry run');
    this.outcome = outcome;
  }
}
