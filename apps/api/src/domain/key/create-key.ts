import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { insertChange } from '../change/change.store.ts';
import { type Edit, type EditCall, editProject } from '../edit-project.ts';
import { listAllLocales } from '../locale/locale.store.ts';
import { actorOf } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';
import { applyChanges, ContentChanges } from '../value/content-changes.store.ts';
import { needsKey } from '../value/needed-values.ts';
import { insertValues } from '../value/value-writes.store.ts';
import { accountKeys } from './account-keys.ts';
import { contentProjectOf } from './content-project.ts';
import { findKeysByNames, insertKeys, type KeyRef, newKeyRef } from './key.store.ts';
import {
  deleteAlias,
  getTranslationKey,
  type TranslationKeyRow,
  updateKeyRow,
} from './translation-key.store.ts';

export interface NewKeyInput extends EditCall {
  name: string;
  description?: string;
  tags?: string[];
  maxLength?: number | null;
  translatable?: boolean;
  /** The source text. */
  value?: string;
}

/** Adds a key at the end of the project's list. @throws `conflict` naming the key that has its name. */
export async function createKey(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  input: NewKeyInput,
): Promise<TranslationKeyRow> {
  return editProject(deps, input, { content: 'exclusive' }, async (edit) => {
    const { tx, project, now } = edit;
    await refuseTakenName(tx, project.id, input.name);
    const { name, description = '', value } = input;
    const key = newKeyRef(name, description);
    const contentProject = contentProjectOf(project, await listAllLocales(tx, project.id));
    const row = { id: key.id, name, description, sourceVersion: key.source_version };
    const changeId = newId();
    const actor = actorOf(input.principal);
    await insertChange(tx, { projectId: project.id, id: changeId, kind: 'edit', actor, now });
    await insertKeys(tx, contentProject, [row], { changeId, now });
    const { tags, maxLength, translatable } = input;
    if (tags !== undefined || maxLength !== undefined) {
      await updateKeyRow(tx, project.id, key.id, { tags, maxLength }, now);
    }
    await deleteAlias(tx, project.id, name);
    const changes = new ContentChanges();
    const keyChange = { key, wasLiving: false, isLiving: true, isNew: true };
    const gainsSource = new Set(value === undefined ? [] : [key.id]);
    await accountKeys(tx, contentProject, [keyChange], changes, {
      gainsSource,
      ...(translatable === undefined ? {} : { translatable: new Map([[key.id, translatable]]) }),
    });
    if (value !== undefined) await addSourceText(edit, changeId, key, value, changes);
    await applyChanges(tx, project.id, changes);
    await deps.tasks.enqueue(tx, 'check-values', { projectId: project.id });
    return getTranslationKey(tx, project.id, key.id);
  });
}

/** @throws `conflict` if a key, active or archived, has the name. */
export async function refuseTakenName(tx: Db, projectId: ProjectRef, name: string): Promise<void> {
  const taken = (await findKeysByNames(tx, projectId, [name]))[0];
  if (!taken) return;
  const what = taken.archived ? 'The archived key' : 'The key';
  const help = taken.archived ? '; restore it with PATCH { "archived": false }' : '';
  fail('conflict', `${what} ${taken.id} already has this name${help}.`);
}

async function addSourceText(
  { tx, project, now }: Edit,
  changeId: string,
  key: KeyRef,
  text: string,
  changes: ContentChanges,
): Promise<void> {
  const by = { origin: 'manual', state: 'translated', changeId, now } as const;
  const write = { keyId: key.id, text, state: null, sourceVersion: key.source_version };
  await insertValues(tx, project.id, project.source_locale_id, [write], by);
  changes.written.add(project.source_locale_id);
  if (needsKey(project.source_locale, key)) {
    changes.addValue(project.source_locale_id, by.state, by.origin, 1);
  }
}
