import type { GlossaryTerm } from '@parlance/contracts';
import type { GlossaryTermRow } from '../../domain/content/index.ts';

export const presentGlossaryTerm = (row: GlossaryTermRow): GlossaryTerm => ({
  id: row.id,
  projectId: row.project_id,
  term: row.term,
  translations: row.translations,
  doNotTranslate: row.do_not_translate,
  caseSensitive: row.case_sensitive,
  note: row.note,
  archivedAt: row.archived_at?.toISOString() ?? null,
});
