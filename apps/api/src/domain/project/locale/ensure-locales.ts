import type { Db } from '../../../db/client.ts';
import { lockProject, type ProjectRef } from '../../kernel/index.ts';
import { requireKnownLanguage } from './known-language.ts';
import { insertLocales, type LocaleRow, listAllLocales } from './locale.store.ts';

/**
 * Creates the locales in `codes` that a project lacks, and returns all locales of the project.
 * `pathOf` returns the JSON pointer to a locale in the request. It returns null for a locale from a
 * file.
 * @throws `validation_failed`, `content_invalid`, `limit_exceeded`
 */
export async function ensureLocales(
  tx: Db,
  projectId: ProjectRef,
  codes: readonly string[],
  pathOf: (code: string) => string | null,
  now: Date,
): Promise<{ locales: LocaleRow[]; created: LocaleRow[] }> {
  const present = await listAllLocales(tx, projectId);
  const lacks = (locales: readonly LocaleRow[]) => {
    const existing = new Set(locales.map(({ code }) => code));
    return codes.filter((code) => !existing.has(code));
  };
  if (lacks(present).length === 0) return { locales: present, created: [] };
  await lockProject(tx, projectId);
  const locked = await listAllLocales(tx, projectId);
  const missing = lacks(locked);
  for (const code of missing) requireKnownLanguage(code, pathOf(code));
  const rows = missing.map((code) => ({ code }));
  const created = await insertLocales(tx, projectId, rows, now);
  return { locales: [...locked, ...created], created };
}
