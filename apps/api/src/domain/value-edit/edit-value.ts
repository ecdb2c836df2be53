import { dependsOnSource } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { type Edit, type EditCall, editProject } from '../edit-project.ts';
import { contentProjectOf } from '../key/content-project.ts';
import { getEditedKey } from '../key/translation-key.store.ts';
import { getLocale, listAllLocales } from '../locale/locale.store.ts';
import { actorOf } from '../principal.ts';
import type { ProjectRow } from '../project/project.store.ts';
import type { LockMode } from '../project-lock.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { findValue } from '../value/value.store.ts';
import { findView, type ValueView } from '../value/view-values.ts';
import { type EditedPlace, getPlace } from './edited-value.store.ts';
import { conflictOf } from './version-conflict.ts';
import {
  changeValue,
  clearValue,
  type EditOutcome,
  putValue,
  type ValueEdit,
  type ValueTarget,
} from './write-value.ts';

type EditDeps = Pick<Deps, 'db' | 'clock' | 'tasks'>;

/**
 * Changes a value by its id. A translation waits for nobody but writers of the same key; a source
 * text also for imports, since both change its key.
 *
 * @throws `not_found`, `version_conflict`, `archived`
 */
export async function editValue(
  deps: EditDeps,
  input: EditCall & { valueId: string; edit: ValueEdit },
): Promise<ValueView> {
  const placeIn = placeOf(input);
  const content = async (tx: Db, project: ProjectRow): Promise<LockMode | undefined> => {
    const { locale_id: localeId } = await placeIn(tx, project.id);
    return localeId === project.source_locale_id ? 'shared' : undefined;
  };
  return editProject(deps, input, { content, rules: 'shared', single: true }, async (edit) => {
    const { tx, project, now } = edit;
    const target = targetOf(edit, await placeIn(tx, project.id));
    const by = { actor: actorOf(input.principal), now };
    const outcome = await changeValue(tx, target, input.edit, by);
    await requireDone(edit, target, outcome, input.edit.version);
    return finish(deps, edit, target);
  });
}

/**
 * Writes a key's value in a locale of the project. Waits for the same writers as {@link editValue}; a first
 * source text that may end a plural family also for all other writers of keys and source texts.
 *
 * @throws `not_found`, `version_conflict`, `archived`
 */
export async function writeValue(
  deps: EditDeps,
  input: EditCall & {
    keyId: string;
    /** Canonical. */
    localeTag: string;
    edit: ValueEdit & { text: string };
  },
): Promise<ValueView> {
  const { keyId, localeTag } = input;
  const content = async (tx: Db, project: ProjectRow): Promise<LockMode | undefined> => {
    if (localeTag !== project.source_locale) return undefined;
    const value = await findValue(tx, project.id, project.source_locale_id, keyId);
    return value ? 'shared' : sourceLockOf(tx, project, keyId);
  };
  return editProject(deps, input, { content, rules: 'shared', single: true }, async (edit) => {
    const { tx, project, now } = edit;
    const locales = await listAllLocales(tx, project.id);
    const { id } = await getLocale(tx, project.id, localeTag);
    const target = targetOf(edit, { locale_id: id, key_id: keyId, locale: localeTag });
    const by = { actor: actorOf(input.principal), now };
    const content = contentProjectOf(project, locales);
    const outcome = await putValue(tx, content, target, input.edit, by);
    await requireDone(edit, target, outcome, input.edit.version);
    return finish(deps, edit, target);
  });
}

/**
 * Makes a value missing again; its history stays. Waits for the same writers as {@link writeValue}.
 *
 * @throws `not_found`, `version_conflict`, `archived`
 */
export async function deleteValue(
  deps: EditDeps,
  input: EditCall & { valueId: string; version?: number },
): Promise<EditedPlace> {
  const placeIn = placeOf(input);
  const content = async (tx: Db, project: ProjectRow): Promise<LockMode | undefined> => {
    const place = await placeIn(tx, project.id);
    if (place.locale_id !== project.source_locale_id) return undefined;
    return sourceLockOf(tx, project, place.key_id);
  };
  return editProject(deps, input, { content, rules: 'shared', single: true }, async (edit) => {
    const { tx, project, now } = edit;
    const locales = await listAllLocales(tx, project.id);
    const place = await placeIn(tx, project.id);
    const target = targetOf(edit, place);
    const by = { actor: actorOf(input.principal), now };
    const outcome = await clearValue(tx, contentProjectOf(project, locales), target, input, by);
    await requireDone(edit, target, outcome, input.version);
    await checkTranslations(deps, edit, target);
    return place;
  });
}

/** Reads once where a value is. It may be gone when it is locked: its locale may be purged meanwhile. */
function placeOf({ valueId }: { valueId: string }) {
  let place: EditedPlace | undefined;
  return async (tx: Db, projectId: ProjectRef): Promise<EditedPlace> => {
    place ??= await getPlace(tx, projectId, valueId);
    return place;
  };
}

/** The content lock under which a key gains or loses its source text: that may change plural families. */
async function sourceLockOf(tx: Db, project: ProjectRow, keyId: string): Promise<LockMode> {
  const { name } = await getEditedKey(tx, project.id, keyId, { lock: false });
  const { source_locale: sourceLocale, settings } = project;
  const format = settings.messageFormat;
  return dependsOnSource(name, { format, sourceLocale }) ? 'exclusive' : 'shared';
}

/** The place of a value, for its writers. */
export const targetOf = (
  { project }: Edit,
  { locale_id: localeId, key_id: keyId, locale: localeTag }: Omit<EditedPlace, 'key'>,
): ValueTarget => ({
  projectId: project.id,
  localeId,
  localeTag,
  isSource: localeId === project.source_locale_id,
  keyId,
});

async function requireDone(
  { tx, project }: Edit,
  target: ValueTarget,
  outcome: EditOutcome,
  version: number | undefined,
): Promise<void> {
  if (outcome === 'missing') fail('not_found', 'The value does not exist.');
  if (outcome === 'conflict') {
    throw conflictOf(await findView(tx, project, target), version);
  }
}

async function finish(deps: EditDeps, edit: Edit, target: ValueTarget): Promise<ValueView> {
  await checkTranslations(deps, edit, target);
  return (await findView(edit.tx, edit.project, target))!;
}

/** Another source text may give its translations other findings. */
async function checkTranslations(
  { tasks }: EditDeps,
  { tx }: Edit,
  { isSource, projectId }: ValueTarget,
): Promise<void> {
  if (isSource) await tasks.enqueue(tx, 'check-values', { projectId });
}
