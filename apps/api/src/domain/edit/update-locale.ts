import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { getLocale, type LocaleRow, updateLocaleRow } from '../locale/locale.store.ts';
import { applyChanges, ContentChanges } from '../value/content-changes.store.ts';
import { purgeValues } from '../value/value.store.ts';
import { auditEdit } from './audit-edit.ts';
import { type Edit, type EditCall, editProject } from './edit-project.ts';

export interface LocaleInput extends EditCall {
  /** Canonical. */
  localeTag: string;
  name?: string;
  enabled?: boolean;
}

/** Names, enables or disables a locale. @throws `not_found`, `source_locale` */
export async function updateLocale(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: LocaleInput,
): Promise<LocaleRow> {
  return editProject(deps, input, { row: true }, (edit) => changeLocale(edit, input));
}

/**
 * Disables a locale; with `deleteValues` its values and their history are purged, also where it was
 * disabled before.
 *
 * @throws `not_found`, `source_locale`
 */
export async function deleteLocale(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & { localeTag: string; deleteValues: boolean },
): Promise<LocaleRow> {
  const content = input.deleteValues ? ('exclusive' as const) : undefined;
  return editProject(deps, input, { content, row: true }, async (edit) => {
    const locale = await changeLocale(edit, { ...input, enabled: false });
    if (input.deleteValues) {
      const { tx, project, now } = edit;
      const values = await purgeValues(tx, project.id, locale.id);
      const changes = new ContentChanges();
      changes.written.add(locale.id);
      const details = { values };
      const { code: id, name } = locale;
      await auditEdit(tx, input, { action: 'locale.purge', id, name, now, details });
      await applyChanges(tx, project.id, changes);
    }
    return locale;
  });
}

async function changeLocale({ tx, project, now }: Edit, input: LocaleInput): Promise<LocaleRow> {
  const locale = await getLocale(tx, project.id, input.localeTag);
  const { name = locale.name, enabled = locale.enabled } = input;
  if (!enabled && locale.id === project.source_locale_id) {
    fail('source_locale', `${locale.code} is the project’s source locale.`);
  }
  if (name === locale.name && enabled === locale.enabled) return locale;
  const changed = await updateLocaleRow(tx, project.id, locale.id, { name, enabled }, now);
  if (locale.enabled && !enabled) {
    await auditEdit(tx, input, { action: 'locale.disable', id: locale.code, name, now });
  }
  return changed;
}
