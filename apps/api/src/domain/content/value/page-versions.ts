import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import type { Actor, Page, ProjectRef } from '../../kernel/index.ts';
import { findProposers } from '../change/proposer.store.ts';
import {
  findActors,
  findKeeping,
  findSourceTexts,
  getValueHead,
  listSuperseded,
  type ValueVersionRow,
} from './value-version.store.ts';

export interface ValueVersionView extends ValueVersionRow {
  /** The source text from which this version was translated. Null if it is unknown. */
  source_text: string | null;
  /** True if the version is a source text that kept its translations. */
  kept_translations: boolean;
  by: Actor;
  /** Author of the accepted proposal. Null if the version did not come from a proposal. */
  proposed_by: Actor | null;
}

/**
 * Lists the versions of a value, current version first, even if the text of the value was deleted.
 * @throws `not_found`
 */
export async function pageVersions(
  db: Db,
  project: { id: ProjectRef; source_locale_id: number; source_changed_at: Date | null },
  valueId: string,
  query: { limit?: number; cursor?: string },
): Promise<Page<ValueVersionView> & { olderDeleted: boolean }> {
  const limit = query.limit ?? LIMITS.defaultPageSize;
  const cursorParts = decodeCursor(query.cursor, /^(\d{1,9})$/);
  const before = cursorParts === null ? null : Number(cursorParts[0]);
  const head = await getValueHead(db, project.id, valueId);
  const superseded = await listSuperseded(db, project.id, head, { before, limit: limit + 1 });
  const found: ValueVersionRow[] = before === null ? [head, ...superseded] : superseded;
  const page = found.slice(0, limit);
  const changeIds = page.map((row) => row.change_id);
  const actors = await findActors(db, project.id, changeIds);
  // A version that is too old may have been deleted with its change since it was read.
  const rows = page.filter((row) => actors.has(row.change_id));
  const proposers = await findProposers(db, project.id, changeIds);
  const isSource = head.locale_id === project.source_locale_id;
  const keeping = isSource ? await findKeeping(db, project.id, changeIds) : new Set();
  const changedAt = project.source_changed_at;
  const source = { localeId: project.source_locale_id, keyId: head.key_id };
  const sourceTexts = await findSourceTexts(
    db,
    project.id,
    source,
    rows.map(({ at, source_version }) => ({
      sourceVersion: changedAt && at < changedAt ? null : source_version,
      at,
    })),
  );
  const [last, lastLeft] = [page.at(-1), rows.at(-1)];
  return {
    rows: rows.map((row, index) => ({
      ...row,
      source_text: sourceTexts[index]!,
      by: actors.get(row.change_id)!,
      kept_translations: keeping.has(row.change_id) && row.version > 1 && row.text !== null,
      proposed_by: proposers.get(row.change_id) ?? null,
    })),
    nextCursor: found.length > limit && last ? encodeCursor(`${last.version}`) : null,
    limit,
    // Versions are counted from 1.
    olderDeleted: found.length <= limit && last !== undefined && lastLeft?.version !== 1,
  };
}
