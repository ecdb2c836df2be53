import { createHash } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { type LocaleRow, listAllLocales } from '../locale/locale.store.ts';
import type { ProjectRow } from '../project/project.store.ts';
import { FINDINGS, KEYS, readRevisions } from '../value/revision.store.ts';

/** The locales of a project, and the revision of everything that its rows depend on. */
export interface RowState {
  readonly locales: readonly LocaleRow[];
  /** Revision of the keys, the findings, the settings, the locales and the values of all locales. */
  readonly revision: string;
}

/**
 * Reads what rows depend on, before the rows: content that changes in between gets an older revision, and the next
 * conditional request reads it again.
 */
export async function readRowState(db: Db, project: ProjectRow): Promise<RowState> {
  const [locales, revisionOf] = await Promise.all([
    listAllLocales(db, project.id),
    readRevisions(db, project.id),
  ]);
  const state = [
    [KEYS, FINDINGS, ...locales.map(({ id }) => id)].map((id) => [id, revisionOf(id)]),
    locales.map(({ id, code, enabled }) => [id, code, enabled]),
    [project.source_locale_id, project.settings, project.archived_at],
  ];
  const hash = createHash('sha256').update(JSON.stringify(state));
  return { locales, revision: hash.digest('base64url').slice(0, 22) };
}
