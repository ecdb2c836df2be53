import type { Warning } from '@parlance/contracts';

/** Maximum number of warnings in an answer. */
const MAX_WARNINGS = 1000;

/** The first warnings of a file, and the number of further ones. */
export interface CountedWarnings {
  readonly listed: readonly Warning[];
  readonly omitted: number;
}

/** Collects warnings for an answer: the first thousand, and the number of further ones. */
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
