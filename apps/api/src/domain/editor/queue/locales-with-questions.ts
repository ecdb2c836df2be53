import type { Db } from '../../../db/client.ts';
import type { Principal } from '../../kernel/index.ts';
import { listAllLocales, type ProjectRow } from '../../project/index.ts';
import { allowedWork, isInQueue } from './locales-of-queue.ts';
import { findLanguages } from './view-queue.ts';

/**
 * Returns the ids of the locales whose open questions wait for the caller. Contains null if
 * questions about keys wait. The caller's role is already narrowed to the project.
 */
export async function localesWithQuestions(
  db: Db,
  principal: Principal,
  { id, settings, source_locale_id: sourceId }: ProjectRow,
): Promise<(number | null)[]> {
  const allowed = allowedWork(principal, settings);
  const languages = await findLanguages(db, principal);
  const writableLocales = (await listAllLocales(db, id)).filter(
    ({ id: localeId, code, enabled }) => {
      if (!enabled) return false;
      if (localeId === sourceId) return allowed.sources;
      return allowed.proposals && isInQueue(principal, languages, code);
    },
  );
  return [...(allowed.sources ? [null] : []), ...writableLocales.map((locale) => locale.id)];
}
