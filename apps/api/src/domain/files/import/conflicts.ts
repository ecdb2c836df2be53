import { type Fault, LIMITS } from '@parlance/contracts';

export class Conflicts {
  count = 0;
  readonly listed: Fault[] = [];

  add(fault: Fault): void {
    this.count++;
    if (this.listed.length < LIMITS.importConflictsListed) {
      this.listed.push({ ...fault, code: 'conflict' });
    }
  }
}
