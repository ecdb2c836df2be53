import type { TranslationKey } from '@parlance/contracts';
import type { TranslationKeyRow } from '../../domain/content/index.ts';

export const presentTranslationKey = (row: TranslationKeyRow): TranslationKey => ({
  id: row.id,
  name: row.name,
  previousNames: row.previous_names,
  description: row.description,
  descriptionOrigin:
    row.description === '' ? null : (row.description_origin as TranslationKey['descriptionOrigin']),
  tags: row.tags,
  maxLength: row.max_length,
  translatable: row.translatable,
  pluralFamily: row.plural_family,
  archivedAt: row.archived_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
