import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { COMMENTS, FINDINGS, KEYS, PROPOSALS, revisionsById } from '../../content/index.ts';
import type { Owner } from '../../kernel/index.ts';
import { type LocaleRow, localesOf } from '../locale/locale.store.ts';
import { type ProjectRow, projectReader } from '../project.store.ts';

/** A project with its locales and the revision of its rows. */
export interface RowState {
  readonly project: ProjectRow;
  readonly locales: readonly LocaleRow[];
  /** Revision of everything that rows show, such as keys, values, findings and settings. */
  readonly revision: string;
}

const getState = projectReader<{
  locales: LocaleRow[];
  revisions: Record<string, string> | null;
}>('get_row_state', {
  locales: localesOf(sql.ref('p.id')),
  revisions: revisionsById(sql.ref('p.id')),
});

/**
 * Reads the project, its locales and its revision in one statement. Call it before reading the
 * rows. If the content changes between the two reads, the response has the older revision, and the
 * client's next request gets the new rows.
 * @throws `not_found`
 */
export async function readRowState(db: Db, owner: Owner, projectId: string): Promise<RowState> {
  const { locales, revisions, ...project } = await getState(db, owner, projectId);
  const state = [
    [KEYS, FINDINGS, PROPOSALS, COMMENTS, ...locales.map(({ id }) => id)].map((id) => [
      id,
      revisions?.[id] ?? null,
    ]),
    locales.map(({ id, code, enabled }) => [id, code, enabled]),
    [project.source_locale_id, project.settings, project.archived_at],
  ];
  const hash = createHash('sha256').update(JSON.stringify(state));
  return { project, locales, revision: hash.digest('base64url').slice(0, 22) };
}
