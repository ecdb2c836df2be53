import type { Db } from '../../../db/client.ts';
import { findView, type KeyRef } from '../../content/index.ts';
import type { ProjectRow } from '../../project/index.ts';
import { sourceConflictOf } from './version-conflict.ts';

/**
 * Requires that the source string of a locked key still has the version that the caller has read, if
 * the caller names one.
 * @throws `version_conflict`
 */
export async function requireReadSource(
  tx: Db,
  project: ProjectRow,
  cell: { keyId: string; localeId: number; localeTag: string },
  key: KeyRef,
  read: number | undefined,
): Promise<void> {
  if (read === undefined || read === key.source_version) return;
  const value = await findView(tx, project, cell);
  const { source_locale_id: localeId, source_locale: localeTag } = project;
  const source = await findView(tx, project, { localeId, localeTag, keyId: key.id });
  throw sourceConflictOf(
    value,
    { text: source?.text ?? null, sourceVersion: key.source_version },
    read,
  );
}
