import type { TranslationKey } from '@parlance/contracts';
import { fieldsOf, type TranslationKeyRow } from '../../domain/content/index.ts';

export const presentTranslationKey = (row: TranslationKeyRow): TranslationKey => ({
  id: row.id,
  ...fieldsOf(row),
  previousNames: row.previous_names,
  descriptionOrigin:
    row.description === '' ? null : (row.description_origin as TranslationKey['descriptionOrigin']),
  pluralFamily: row.plural_family,
  archivedAt: row.archived_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
