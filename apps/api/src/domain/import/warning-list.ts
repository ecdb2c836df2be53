import type { FileWarning } from '@parlance/formats';

/** Most warnings that an answer lists. */
const MAX_WARNINGS = 1000;

/** The first warnings of a file, and how many more there were. */
export interface CountedWarnings {
  readonly listed: readonly FileWarning[];
  readonly omitted: number;
}

/** Warnings as an answer has them: the first thousand, and how many more there were. */
export class WarningList implements CountedWarnings {
  readonly listed: FileWarning[] = [];
  omitted = 0;

  add(warning: FileWarning): void {
    if (this.listed.length < MAX_WARNINGS) this.listed.push(warning);
    else this.omitted++;
  }

  addAll(other: CountedWarnings): void {
    for (const warning of other.listed) this.add(warning);
    this.omitted += other.omitted;
  }

  toList(): FileWarning[] {
    if (this.omitted === 0) return [...this.listed];
    const message = `${this.omitted} more warnings are not listed`;
    return [...this.listed, { path: '', code: 'warnings_omitted', message }];
  }
}
