import type { BulkConflict, Row } from '@parlance/sdk';
import { formOf } from '../cell/open-cell.ts';
import type { Selected } from '../grid/store/selection.ts';

/** Maximum number of values for which the service accepts the versions that were read. */
const MAX_READS = 2_000;

/** Versions of a value and of its source string that the user has read. */
export interface ReadVersions {
  readonly keyId: string;
  readonly locale: string;
  readonly version?: number;
  readonly sourceVersion: number;
}

const placeOf = ({ keyId, locale }: Pick<ReadVersions, 'keyId' | 'locale'>): string =>
  `${keyId} ${locale}`;

/**
 * Returns the versions of the selected values that the editor shows. `decided` are changed values
 * that the user has seen and included again.
 */
export function readVersions(
  shown: readonly Row[],
  { selected, locales }: { selected: Selected; locales: readonly string[] },
  decided: readonly BulkConflict[],
): ReadVersions[] {
  const later = new Map<string, ReadVersions>(
    decided.map(({ keyId, locale, sourceVersion, current }) => [
      placeOf({ keyId, locale }),
      { keyId, locale, sourceVersion, version: current?.version ?? 0 },
    ]),
  );
  const rows = shown.filter(({ keyId }) => selected.isAll || selected.keyIds.has(keyId));
  const reads = rows.flatMap((row) => locales.flatMap((locale) => versionsIn(row, locale)));
  for (const read of reads) if (!later.has(placeOf(read))) later.set(placeOf(read), read);
  return [...later.values()].slice(0, MAX_READS);
}

function versionsIn(row: Row, locale: string): ReadVersions[] {
  const cell = row.values[locale];
  if (!row.family) {
    const { keyId, sourceVersion } = row;
    return [
      {
        keyId,
        locale,
        sourceVersion,
        ...(locale in row.values && { version: cell?.version ?? 0 }),
      },
    ];
  }
  return row.family.forms.map(({ category, keyId, sourceVersion }) => {
    const form = cell?.forms?.find((form) => form.category === category);
    return { keyId, locale, sourceVersion, ...(form && { version: form.version }) };
  });
}

/** Returns the source string and the value of a conflict as the editor has shown them. */
export function shownTexts(
  shown: readonly Row[],
  { keyId, locale }: Pick<BulkConflict, 'keyId' | 'locale'>,
): { source: string; value: string } {
  for (const row of shown) {
    const form = row.family?.forms.find((form) => form.keyId === keyId);
    if (row.keyId !== keyId && !form) continue;
    const textOf = (cell: Row['source'] | undefined) => formOf(cell, form?.category)?.text ?? '';
    return { source: textOf(row.source), value: textOf(row.values[locale]) };
  }
  return { source: '', value: '' };
}
