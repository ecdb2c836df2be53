import { type Fault, LIMITS } from '@parlance/contracts';

/** Faults for which an import is refused: in the mode `fail`, or under a plan. */
export class Conflicts {
  count = 0;
  /** The first conflicts, up to a limit. */
  readonly listed: Fault[] = [];

  add(fault: Fault): void {
    this.count++;
    if (this.listed.length < LIMITS.importConflictsListed) {
      this.listed.push({ ...fault, code: 'conflict' });
    }
  }
}
