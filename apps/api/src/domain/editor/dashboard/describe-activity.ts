import type { ImportDetails, JobActivityRow, PublishedRow } from './activity.store.ts';

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Returns a sentence such as `Imported de as json: 12 keys created, 3 values updated`. */
export function describeImport({ format, locale, keys, values }: ImportDetails): string {
  const parts = (
    [
      [keys?.created, 'key', 'created'],
      [keys?.restored, 'key', 'restored'],
      [keys?.archived, 'key', 'archived'],
      [values?.created, 'value', 'created'],
      [values?.updated, 'value', 'updated'],
    ] as const
  ).flatMap(([count, noun, verb]) => (count ? [`${counted(count, noun)} ${verb}`] : []));
  const what = [locale, format && `as ${format}`].filter(Boolean).join(' ');
  return `Imported ${what}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

/** Returns a sentence such as `Published version 3 to Production with 4 locales`. */
export const describeRelease = (row: PublishedRow): string =>
  `Published version ${row.version} to ${row.environment} with ${counted(row.locales_count, 'locale')}`;

const STATES: Readonly<Record<JobActivityRow['status'], string>> = {
  queued: 'Waiting to translate',
  running: 'Translating',
  completed: 'Translated',
  failed: 'Failed to translate',
  cancelled: 'Cancelled after',
};

/** Returns a sentence such as `Translated 118 of 120 strings, 2 failed`. */
export function describeJob(row: JobActivityRow): string {
  const strings = counted(row.strings_total, 'string');
  if (row.status === 'queued' || row.status === 'failed') return `${STATES[row.status]} ${strings}`;
  const failed = row.strings_failed === 0 ? '' : `, ${row.strings_failed} failed`;
  return `${STATES[row.status]} ${row.strings_done} of ${strings}${failed}`;
}
