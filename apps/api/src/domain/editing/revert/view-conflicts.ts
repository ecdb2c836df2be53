import type { Db } from '../../../db/client.ts';
import { findKeysByIds } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { LocaleRow } from '../../project/index.ts';
import { type ConflictTexts, readConflictTexts } from './conflict-text.store.ts';
import type { RevertConflict } from './revert-tally.ts';

export interface RevertConflictView extends RevertConflict, ConflictTexts {
  key: string;
  locale: string | null;
}

export async function viewConflicts(
  db: Db,
  project: { id: ProjectRef; locales: readonly LocaleRow[] },
  conflicts: readonly RevertConflict[],
): Promise<RevertConflictView[]> {
  if (conflicts.length === 0) return [];
  const ids = [...new Set(conflicts.map(({ keyId }) => keyId))];
  const keys = await findKeysByIds(db, project.id, ids);
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const codes = new Map(project.locales.map(({ id, code }) => [id, code]));
  const texts = await readConflictTexts(db, project.id, conflicts);
  return conflicts.map((conflict, index) => ({
    ...conflict,
    ...texts[index]!,
    key: names.get(conflict.keyId)!,
    locale: conflict.localeId === null ? null : (codes.get(conflict.localeId) ?? null),
  }));
}
