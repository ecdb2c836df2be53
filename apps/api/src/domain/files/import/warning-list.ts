import type { Warning } from '@parlance/contracts';

const MAX_WARNINGS = 1000;

/** The first warnings about a file, and the number of omitted warnings. */
export interface CountedWarnings {
  readonly listed: readonly Warning[];
  readonly omitted: number;
}

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
