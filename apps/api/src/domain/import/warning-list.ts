import type { Warning } from '@parlance/contracts';

/** Maximum number of warnings in a response. */
const MAX_WARNINGS = 1000;

/** The first warnings about a file, and the number of warnings that are omitted. */
export interface CountedWarnings {
  readonly listed: readonly Warning[];
  readonly omitted: number;
}

/** Collects warnings for a response. Keeps the first 1,000 warnings, and counts the others. */
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
