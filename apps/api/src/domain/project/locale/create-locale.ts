import { saysLanguage } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { type EditCall, editProject } from '../edit-project.ts';
import { requireKnownLanguage } from './known-language.ts';
import { findLocale, insertLocales, type LocaleRow, updateLocaleRow } from './locale.store.ts';
import { requireLocaleTag } from './locale-tag.ts';

/**
 * Adds a locale to a project, or enables the disabled locale with the same tag.
 * @throws `validation_failed`, `conflict`, `limit_exceeded`
 */
export async function createLocale(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & { code: string; name?: string },
): Promise<LocaleRow> {
  const code = requireLocaleTag(input.code, '/code');
  const { name } = input;
  return editProject(deps, input, { row: true }, async ({ tx, project, now }) => {
    const existing = await findLocale(tx, project.id, code);
    if (!existing || !saysLanguage(code)) requireKnownLanguage(code, '/code');
    if (!existing) {
      return (await insertLocales(tx, project.id, [{ code, name }], now))[0]!;
    }
    if (existing.enabled) fail('conflict', `The project already has the locale ${code}.`);
    return updateLocaleRow(tx, project.id, existing.id, { enabled: true, name }, now);
  });
}
