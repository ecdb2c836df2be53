import type { TranslationValue, TranslationValueRow, ValueVersion } from '@parlance/contracts';
import { maskToCodes } from '@parlance/messages';
import { valueIdOf } from '../../db/ids/value-id.ts';
import { VALUE, type ValueVersionView, type ValueView } from '../../domain/content/index.ts';
import { type MissingView, VersionConflict } from '../../domain/editing/index.ts';
import { membersOf } from '../../domain/kernel/index.ts';
import { Failure } from '../../errors.ts';

export const presentValue = (value: ValueView): TranslationValue => ({
  ...membersOf(VALUE, value),
  id: valueIdOf(value.key_id, value.locale_id),
  key: value.key,
  locale: value.locale,
  outdated: value.outdated,
  sourceVersion: value.key_source_version,
  checks: maskToCodes(BigInt(value.checks)),
  updatedBy: value.updated_by,
});

export const presentMissing = (
  row: Pick<MissingView, 'key_id' | 'key' | 'locale'> & { source_version?: number },
): TranslationValueRow => ({
  id: null,
  keyId: row.key_id,
  key: row.key,
  locale: row.locale,
  text: null,
  state: null,
  version: 0,
  ...(row.source_version !== undefined && { sourceVersion: row.source_version }),
});

export const presentValueVersion = (row: ValueVersionView): ValueVersion => ({
  version: row.version,
  text: row.text,
  state: row.state,
  origin: row.origin,
  sourceText: row.source_text,
  keptTranslations: row.kept_translations,
  by: row.by,
  proposedBy: row.proposed_by,
  at: row.at.toISOString(),
});

/** Runs an edit of a value. The error of a version conflict contains the current value. */
export async function withCurrent<Result>(edit: Promise<Result>): Promise<Result> {
  try {
    return await edit;
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error;
    const current = error.value && presentValue(error.value);
    throw new Failure(error.code, error.message, {
      current,
      ...(error.source && { currentSource: error.source }),
    });
  }
}
