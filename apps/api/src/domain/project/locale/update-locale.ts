import { saysLanguage } from '@parlance/contracts';
import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import {
  forgetProgress,
  forgetTexts,
  hasValues,
  inContent,
  insertChange,
  purgeTexts,
} from '../../content/index.ts';
import { actorOf } from '../../kernel/index.ts';
import { auditEdit } from '../audit-edit.ts';
import { type Edit, type EditCall, editProject } from '../edit-project.ts';
import { requireKnownLanguage } from './known-language.ts';
import { deleteLocaleRow, getLocale, type LocaleRow, updateLocaleRow } from './locale.store.ts';

export interface LocaleInput extends EditCall {
  localeTag: string;
  name?: string;
  enabled?: boolean;
}

/**
 * Renames, enables or disables a locale.
 * @throws `not_found`, `source_locale`
 */
export async function updateLocale(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: LocaleInput,
): Promise<LocaleRow> {
  return editProject(deps, input, { row: true }, (edit) => changeLocale(edit, input));
}

/**
 * Disables a locale. If `deleteValues` is true, also deletes the values of the locale and their
 * history. If `purge` is true, also removes the locale, which must then have no values.
 * @throws `not_found`, `source_locale`, `conflict`
 */
export async function deleteLocale(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & { localeTag: string; deleteValues: boolean; purge: boolean },
): Promise<LocaleRow> {
  const lock = input.deleteValues || input.purge ? ('exclusive' as const) : undefined;
  return editProject(deps, input, { content: lock, rules: lock, row: true }, async (edit) => {
    const locale = await changeLocale(edit, { ...input, enabled: false });
    if (input.deleteValues) await purgeValues(edit, input, locale);
    if (input.purge) await purgeLocale(edit, input, locale);
    return locale;
  });
}

async function purgeValues(
  { tx, project, now }: Edit,
  input: EditCall,
  { id, code, name }: LocaleRow,
): Promise<void> {
  const by = { changeId: newId(), now };
  const actor = actorOf(input.principal);
  await insertChange(tx, { projectId: project.id, id: by.changeId, kind: 'edit', actor, now });
  const values = await inContent(tx, project, by, (writing) => purgeTexts(writing, id));
  await auditEdit(tx, input, { action: 'locale.purge', id: code, name, now, details: { values } });
}

async function purgeLocale(
  { tx, project, now }: Edit,
  input: EditCall,
  { id, code, name }: LocaleRow,
): Promise<void> {
  if (await hasValues(tx, project.id, id)) {
    fail(
      'conflict',
      `The locale ${code} has values or value history. Set deleteValues=true to delete them too.`,
    );
  }
  await forgetTexts(tx, project.id, id);
  await forgetProgress(tx, project.id, id);
  await deleteLocaleRow(tx, project.id, id);
  await auditEdit(tx, input, { action: 'locale.remove', id: code, name, now });
}

/**
 * Requires that the language of a disabled locale is known. An earlier version of the service
 * accepted unknown languages.
 */
function requireEnableable(code: string): void {
  if (!saysLanguage(code)) requireKnownLanguage(code, '/enabled');
}

async function changeLocale({ tx, project, now }: Edit, input: LocaleInput): Promise<LocaleRow> {
  const locale = await getLocale(tx, project.id, input.localeTag);
  const { name = locale.name, enabled = locale.enabled } = input;
  if (enabled && !locale.enabled) requireEnableable(locale.code);
  if (!enabled && locale.id === project.source_locale_id) {
    fail(
      'source_locale',
      `${locale.code} is the source locale of the project, which can be neither disabled nor deleted.`,
    );
  }
  if (name === locale.name && enabled === locale.enabled) return locale;
  const changed = await updateLocaleRow(tx, project.id, locale.id, { name, enabled }, now);
  if (locale.enabled && !enabled) {
    await auditEdit(tx, input, { action: 'locale.disable', id: locale.code, name, now });
  }
  return changed;
}
