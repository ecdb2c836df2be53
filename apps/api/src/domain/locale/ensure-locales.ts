import type { Db } from '../../db/client.ts';
import { lockProject } from '../project-lock.ts';
import { insertLocales, type LocaleRow, listAllLocales } from './locale.store.ts';

/** Every locale of the project, after those of `codes` that it lacked were made. */
export async function ensureLocales(
  tx: Db,
  projectId: string,
  codes: readonly string[],
  now: Date,
): Promise<LocaleRow[]> {
  const present = await listAllLocales(tx, projectId);
  const lacks = (locales: readonly LocaleRow[]) =>
    codes.filter((code) => !locales.some((locale) => locale.code === code));
  if (lacks(present).length === 0) return present;
  await lockProject(tx, projectId);
  const locked = await listAllLocales(tx, projectId);
  const missing = lacks(locked).map((code) => ({ code }));
  return [...locked, ...(await insertLocales(tx, projectId, missing, now))];
}
