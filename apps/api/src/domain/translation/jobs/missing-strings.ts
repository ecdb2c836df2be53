import type { JobInclude } from '@parlance/contracts';
import type { MessageFormat } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/uuid.ts';
import { BULK_ROWS, rangesOf } from '../../batches.ts';
import { insertJobChange, type JobChange } from '../../change/change.store.ts';
import { createKeys } from '../../content/keys.ts';
import { inContent } from '../../content/transaction.ts';
import type { ContentProject } from '../../content/writing.ts';
import { findKeysByNames } from '../../key/key.store.ts';
import { type KeyRef, newKeyRef } from '../../key/key-ref.ts';
import type { JobString } from '../strings.ts';
import {
  type FormValue,
  findFormValues,
  listPlainKeys,
  type MissingKey,
} from './missing-values.store.ts';
import { type FamilyMemberRow, findFamilies, listFamilyMembers } from './plural-families.store.ts';
import { formsOf, groupFamilies, memberNames, type NeededForm, seedOf } from './plural-strings.ts';

/** The part of a project that is to be translated. */
export interface MissingWork {
  readonly project: ContentProject;
  /** Null: all keys of the project. */
  readonly keyIds: readonly string[] | null;
  readonly targets: readonly Target[];
  readonly include: readonly JobInclude[];
}

export interface Target {
  readonly id: number;
  readonly code: string;
}

/** A key by its name: what is known of it, or null where there is none. */
type KeysByName = ReadonlyMap<string, Pick<KeyRef, 'id' | 'name' | 'archived' | 'source_version'>>;

/** The families that a piece of work touches, read once for all of its locales. */
export interface WorkFamilies {
  readonly families: readonly (readonly FamilyMemberRow[])[];
  readonly keys: KeysByName;
}

export async function readFamilies(db: Db, work: MissingWork): Promise<WorkFamilies> {
  const families = groupFamilies(await readMembers(db, work));
  const names = new Set<string>();
  for (const { code } of work.targets) {
    for (const family of families) for (const form of formsOf(family, code)) names.add(form.name);
  }
  const keys = new Map<string, KeyRef>();
  const wanted = [...names];
  for (const [from, to] of rangesOf(wanted.length)) {
    for (const key of await findKeysByNames(db, work.project.id, wanted.slice(from, to))) {
      keys.set(key.name, key);
    }
  }
  return { families, keys };
}

async function readMembers(db: Db, work: MissingWork): Promise<FamilyMemberRow[]> {
  const project = work.project;
  const touched = work.keyIds && (await findFamilies(db, project.id, work.keyIds));
  return listFamilyMembers(db, project, touched?.flatMap(memberNames) ?? null);
}

/**
 * Makes the keys of plural forms that a target language needs and the project lacks, if what is missing
 * is to be translated. The caller holds the content lock exclusively.
 */
export async function makeFormKeys(
  tx: Db,
  work: MissingWork,
  { families, keys }: WorkFamilies,
  { now, ...job }: Omit<JobChange, 'projectId' | 'changeId'>,
): Promise<WorkFamilies> {
  const { project } = work;
  if (!work.include.includes('missing')) return { families, keys };
  const all = new Map(keys);
  const made: KeyRef[] = [];
  for (const { code } of work.targets) {
    for (const family of families) {
      for (const { name, seed } of formsOf(family, code)) {
        if (all.has(name)) continue;
        const key = newKeyRef(name, { description: seed.description });
        all.set(name, key);
        made.push(key);
      }
    }
  }
  if (made.length === 0) return { families, keys };
  const by = { changeId: newId(), now };
  await insertJobChange(tx, { projectId: project.id, ...job, ...by });
  await inContent(tx, project, by, (writing) => createKeys(writing, made));
  return { families, keys: all };
}

/**
 * The strings that one locale lacks, or has outdated: plain keys in their order, then the forms of plural
 * families. A form whose key is not there yet has an empty id; one whose key is archived is left out.
 */
export async function* missingStrings(
  db: Db,
  work: MissingWork,
  { families, keys }: WorkFamilies,
  target: Target,
): AsyncGenerator<JobString[], void> {
  for await (const keys of plainKeys(db, work, target)) yield keys.flatMap(plainString);
  const { messageFormat } = work.project.settings;
  const forms = families.flatMap((family) => formsOf(family, target.code));
  for (const [from, to] of rangesOf(forms.length)) {
    const part = forms.slice(from, to).filter(({ name }) => keys.get(name)?.archived !== true);
    const ids = part.flatMap(({ name }) => keys.get(name)?.id ?? []);
    const values = await findFormValues(db, work.project.id, target.id, ids);
    yield part.flatMap((form) => {
      const key = keys.get(form.name);
      const value = key && values.get(key.id);
      const isWanted = value
        ? value.stale && work.include.includes('outdated')
        : work.include.includes('missing');
      return isWanted ? [formString(form, key, value, messageFormat)] : [];
    });
  }
}

/** The plain keys in question, a batch at a time. */
async function* plainKeys(
  db: Db,
  work: MissingWork,
  target: Target,
): AsyncGenerator<MissingKey[], void> {
  const { project, keyIds, include } = work;
  const wanted = { localeId: target.id, include };
  if (keyIds !== null) {
    for (const [from, to] of rangesOf(keyIds.length)) {
      yield listPlainKeys(db, project, wanted, { ids: keyIds.slice(from, to) });
    }
    return;
  }
  for (let after: string | null = null; ; ) {
    const page: MissingKey[] = await listPlainKeys(db, project, wanted, {
      after,
      limit: BULK_ROWS,
    });
    yield page;
    if (page.length < BULK_ROWS) return;
    after = page.at(-1)!.id;
  }
}

function plainString(key: MissingKey): JobString[] {
  if (key.text === null) return [];
  const string: JobString = {
    id: key.id,
    key: key.name,
    text: key.text,
    sourceVersion: key.source_version,
    ...(key.version === null ? {} : { replaces: key.version }),
    ...(key.description === '' ? {} : { context: key.description }),
    ...(key.max_length === null ? {} : { maxLength: key.max_length }),
  };
  return [string];
}

function formString(
  form: NeededForm,
  key: Pick<KeyRef, 'id' | 'source_version'> | undefined,
  value: FormValue | undefined,
  format: MessageFormat,
): JobString {
  const seed = seedOf(form, format);
  return {
    id: key?.id ?? '',
    key: form.name,
    seedKey: seed.name,
    text: seed.text,
    category: form.category,
    sourceVersion: key?.source_version ?? 0,
    ...(value === undefined ? {} : { replaces: value.version }),
    ...(form.isOrdinal ? { isOrdinal: true } : {}),
    ...(seed.description === '' ? {} : { context: seed.description }),
    ...(seed.max_length === null ? {} : { maxLength: seed.max_length }),
  };
}
