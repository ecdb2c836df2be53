import { dependsOnSource } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { type Edit, type EditCall, editProject } from '../edit-project.ts';
import { contentProjectOf } from '../key/content-project.ts';
import { getEditedKey } from '../key/translation-key.store.ts';
import { getLocale, type LocaleRow, listAllLocales } from '../locale/locale.store.ts';
import { actorOf } from '../principal.ts';
import type { ProjectRow } from '../project/project.store.ts';
import type { LockMode } from '../project-lock.store.ts';
import { findValue, getValue, type ValueRow } from '../value/value.store.ts';
import { type ValueView, viewValues } from '../value/view-values.ts';
import { VersionConflict } from './version-conflict.ts';
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
  const content = async (tx: Db, project: ProjectRow): Promise<LockMode | undefined> => {
    const { locale_id: localeId } = await getValue(tx, project.id, input.valueId);
    return localeId === project.source_locale_id ? 'shared' : undefined;
  };
  return editProject(deps, input, { content, rules: 'shared' }, async (edit) => {
    const { tx, project, now } = edit;
    const locales = await listAllLocales(tx, project.id);
    // Read again: until the locks were taken, the locale could be purged with its values.
    const target = targetOf(edit, locales, await getValue(tx, project.id, input.valueId));
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
  return editProject(deps, input, { content, rules: 'shared' }, async (edit) => {
    const { tx, project, now } = edit;
    const locales = await listAllLocales(tx, project.id);
    const { id } = await getLocale(tx, project.id, localeTag);
    const target = targetOf(edit, locales, { locale_id: id, key_id: keyId });
    const by = { actor: actorOf(input.principal), now };
    const content = contentProjectOf(project, locales);
    const outcome = await putValue(tx, content, target, input.edit, by);
    await requireDone(edit, target, outcome, input.edit.version);
    return finish(deps, edit, target);
  });
}

/** Identifies a value that was made missing. */
export interface ClearedValue {
  key_id: string;
  key: string;
  locale: string;
}

/**
 * Makes a value missing again; its history stays. Waits for the same writers as {@link writeValue}.
 *
 * @throws `not_found`, `version_conflict`, `archived`
 */
export async function deleteValue(
  deps: EditDeps,
  input: EditCall & { valueId: string; version?: number },
): Promise<ClearedValue> {
  const content = async (tx: Db, project: ProjectRow): Promise<LockMode | undefined> => {
    const value = await getValue(tx, project.id, input.valueId);
    if (value.locale_id !== project.source_locale_id) return undefined;
    return sourceLockOf(tx, project, value.key_id);
  };
  return editProject(deps, input, { content, rules: 'shared' }, async (edit) => {
    const { tx, project, now } = edit;
    const locales = await listAllLocales(tx, project.id);
    // Read again: until the locks were taken, the locale could be purged with its values.
    const value = await getValue(tx, project.id, input.valueId);
    const target = targetOf(edit, locales, value);
    const by = { actor: actorOf(input.principal), now };
    const outcome = await clearValue(tx, contentProjectOf(project, locales), target, input, by);
    await requireDone(edit, target, outcome, input.version);
    await checkTranslations(deps, edit, target);
    return { key_id: value.key_id, key: value.key, locale: target.localeTag };
  });
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
  locales: readonly LocaleRow[],
  { locale_id: localeId, key_id: keyId }: Pick<ValueRow, 'locale_id' | 'key_id'>,
): ValueTarget => ({
  projectId: project.id,
  localeId,
  localeTag: locales.find(({ id }) => id === localeId)!.code,
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
    throw new VersionConflict(await viewTarget(tx, project, target), version);
  }
}

async function finish(deps: EditDeps, edit: Edit, target: ValueTarget): Promise<ValueView> {
  await checkTranslations(deps, edit, target);
  return (await viewTarget(edit.tx, edit.project, target))!;
}

/** Another source text may give its translations other findings. */
async function checkTranslations(
  { tasks }: EditDeps,
  { tx }: Edit,
  { isSource, projectId }: ValueTarget,
): Promise<void> {
  if (isSource) await tasks.enqueue(tx, 'check-values', { projectId });
}

/** Reads the value at its place; null if it is missing. */
export async function viewTarget(
  tx: Db,
  project: ProjectRow,
  target: ValueTarget,
): Promise<ValueView | null> {
  const row = await findValue(tx, project.id, target.localeId, target.keyId);
  if (!row) return null;
  const codes = new Map([[target.localeId, target.localeTag]]);
  return (await viewValues(tx, project, codes, [row]))[0]!;
}
