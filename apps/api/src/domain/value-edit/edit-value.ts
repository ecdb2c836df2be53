import type { Db } from '../../db/client.ts';
import type { ValueState } from '../../db/schema.generated.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { type EditCall, editProject } from '../edit-project.ts';
import { contentProjectOf } from '../key/content-project.ts';
import { getLocale, listAllLocales } from '../locale/locale.store.ts';
import { actorOf } from '../principal.ts';
import type { ProjectRow } from '../project/project.store.ts';
import { lockContent } from '../project-lock.store.ts';
import { findValue, getValue } from '../value/value.store.ts';
import { type ValueView, viewValues } from '../value/view-values.ts';
import { changeValue, putValue, type ValueEdit, type ValueTarget } from './write-value.ts';

/**
 * Changes a value by its id. A translation waits for nobody but writers of the same value; a source
 * text also for imports, since both change its key.
 *
 * @throws `not_found`, `version_conflict`, `archived`
 */
export async function editValue(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  input: EditCall & { valueId: string; edit: ValueEdit },
): Promise<ValueView> {
  return editProject(deps, input, {}, async ({ tx, project, now }) => {
    const { locale_id: localeId, key_id: keyId } = await getValue(tx, project.id, input.valueId);
    const locales = await listAllLocales(tx, project.id);
    const localeTag = locales.find(({ id }) => id === localeId)!.code;
    const isSource = localeId === project.source_locale_id;
    if (isSource) await lockContent(tx, project.id, 'shared');
    const target = { projectId: project.id, localeId, localeTag, isSource, keyId };
    const by = { actor: actorOf(input.principal), now };
    const isThere = await changeValue(tx, target, input.edit, by);
    if (!isThere) fail('not_found', 'The value does not exist.');
    if (isSource) await deps.tasks.enqueue(tx, 'check-values', { projectId: project.id });
    return viewTarget(tx, project, target);
  });
}

/** Writes a key's value in a locale of the project. @throws `not_found`, `archived` */
export async function writeValue(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  input: EditCall & {
    keyId: string;
    /** Canonical. */
    localeTag: string;
    edit: { text: string; state?: ValueState };
  },
): Promise<ValueView> {
  return editProject(deps, input, { content: 'exclusive' }, async ({ tx, project, now }) => {
    const { id: localeId, code: localeTag } = await getLocale(tx, project.id, input.localeTag);
    const isSource = localeId === project.source_locale_id;
    const target = { projectId: project.id, localeId, localeTag, isSource, keyId: input.keyId };
    const by = { actor: actorOf(input.principal), now };
    await putValue(
      tx,
      contentProjectOf(project, await listAllLocales(tx, project.id)),
      target,
      input.edit,
      by,
    );
    if (isSource) await deps.tasks.enqueue(tx, 'check-values', { projectId: project.id });
    return viewTarget(tx, project, target);
  });
}

async function viewTarget(tx: Db, project: ProjectRow, target: ValueTarget): Promise<ValueView> {
  const row = await findValue(tx, project.id, target.localeId, target.keyId);
  const codes = new Map([[target.localeId, target.localeTag]]);
  return (await viewValues(tx, project, codes, [row!]))[0]!;
}
