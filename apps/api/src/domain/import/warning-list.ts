import type { Warning } from '@parlance/contracts';

/** Most warnings that an answer lists. */
const MAX_WARNINGS = 1000;

/** The first warnings of a file, and how many more there were. */
export interface CountedWarnings {
  readonly listed: readonly Warning[];
  readonly omitted: number;
}

/** Warnings as an answer has them: the first thousand, and how many more there were. */
export class WarningList implements CountedWarnings {
  readonly listed: Warning[] = [];
  omitted = 0;

  add(warning: Warning): void {
    if (this.listed.length < MAX_WARNINGS) this.listed.push(warning);
    else this.omitted++;
  }

  addAll(other: CountedWarnings): void {
    for (const warning of other.listed) this.add(warning);
    this.omitted += other.omitted;
  }

  toList(): Warning[] {
    if (this.omitted === 0) return [...this.listed];
    const message = `${this.omitted} more warnings are not listed`;
    return [...this.listed, { path: '', code: 'warnings_omitted', message }];
  }
}
