import type { JobInclude } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import {
  type ContentProject,
  createKeys,
  type FamilyMember,
  findKeysByNames,
  formsOf,
  inContent,
  insertJobChange,
  isOfOtherSource,
  type JobChange,
  type KeyRef,
  type LockedValue,
  listFamilies,
  type NeededForm,
  newKeyRef,
  readValues,
  seedOf,
} from '../../content/index.ts';
import { BULK_ROWS, rangesOf } from '../../kernel/index.ts';
import type { LocaleRow } from '../../project/index.ts';
import type { JobString, LocaleStrings } from '../strings.ts';
import { listPlainKeys, type PlainKey } from './missing-values.store.ts';
import { findRenewable, type SettingsOfEngines } from './renewable.store.ts';

export interface MissingWork {
  readonly project: ContentProject;
  readonly keyIds: readonly string[] | null;
  readonly targets: readonly Target[];
  readonly include: readonly JobInclude[];
  /** The current settings of the engines of each target locale, by locale tag. Only needed to find renewable values. */
  readonly engineSettings?: ReadonlyMap<string, SettingsOfEngines>;
}

type Target = Pick<LocaleRow, 'id' | 'code'>;

export interface WorkFamilies {
  readonly families: readonly (readonly FamilyMember[])[];
  readonly keys: ReadonlyMap<string, KeyRef>;
}

export async function readFamilies(db: Db, work: MissingWork): Promise<WorkFamilies> {
  const families = await listFamilies(db, work.project, work.keyIds);
  const names = [...seedsByName(work, families).keys()];
  const keys = new Map<string, KeyRef>();
  for (const range of rangesOf(names.length)) {
    for (const key of await findKeysByNames(db, work.project.id, names.slice(...range))) {
      keys.set(key.name, key);
    }
  }
  return { families, keys };
}

function seedsByName(
  { targets }: MissingWork,
  families: WorkFamilies['families'],
): Map<string, KeyRef> {
  const seeds = new Map<string, KeyRef>();
  for (const { code } of targets) {
    for (const { name, seed } of families.flatMap((family) => formsOf(family, code))) {
      if (!seeds.has(name)) seeds.set(name, seed);
    }
  }
  return seeds;
}

/**
 * Creates the keys of plural forms that the target locales need and the project lacks, unless the
 * job translates only outdated values. The caller holds the content lock exclusively.
 */
export async function makeFormKeys(
  tx: Db,
  work: MissingWork,
  { families, keys }: WorkFamilies,
  { now, ...job }: Omit<JobChange, 'projectId' | 'changeId' | 'engine'>,
): Promise<WorkFamilies> {
  const { project, include } = work;
  if (!include.includes('missing')) return { families, keys };
  const made = [...seedsByName(work, families)]
    .filter(([name]) => !keys.has(name))
    .map(([name, { description }]) => newKeyRef(name, { description }));
  if (made.length === 0) return { families, keys };
  const by = { changeId: newId(), now };
  await insertJobChange(tx, { projectId: project.id, engine: null, ...job, ...by });
  await inContent(tx, project, by, (writing) => createKeys(writing, made));
  return { families, keys: new Map([...keys, ...made.map((key) => [key.name, key] as const)]) };
}

export const listMissing = (db: Db, work: MissingWork, families: WorkFamilies): LocaleStrings[] =>
  work.targets.map((target) => ({
    locales: [target.code],
    read: () => missingStrings(db, work, families, target),
  }));

/** Counts the values of one locale that a job with `include: ["renewable"]` would translate. */
export async function countRenewable(
  db: Db,
  work: MissingWork,
  families: WorkFamilies,
  target: Target,
): Promise<number> {
  let count = 0;
  const renewable = { ...work, include: ['renewable'] as const };
  for await (const strings of missingStrings(db, renewable, families, target)) {
    count += strings.length;
  }
  return count;
}

/**
 * Yields the missing, outdated or renewable strings of one locale. Keys without a family come first, by id.
 * Plural forms follow, without forms whose key is archived. The id of a form without a key is
 * empty.
 */
async function* missingStrings(
  db: Db,
  work: MissingWork,
  { families, keys }: WorkFamilies,
  target: Target,
): AsyncGenerator<JobString[], void> {
  for await (const page of plainKeys(db, work, target)) {
    yield page.flatMap(({ string }) => string ?? []);
  }
  const { project, include } = work;
  const engineSettings = settingsFor(work, target);
  const forms = families
    .flatMap((family) => formsOf(family, target.code))
    .filter(({ name }) => keys.get(name)?.archived !== true);
  for (const range of rangesOf(forms.length)) {
    const part = forms.slice(...range);
    const ids = part.flatMap(({ name }) => keys.get(name)?.id ?? []);
    const values = await readValues(db, project.id, target.id, ids);
    const renewable = include.includes('renewable')
      ? await findRenewable(db, project.id, target.id, ids, engineSettings)
      : new Set();
    yield part.flatMap((form) => {
      const key = keys.get(form.name);
      const value = key && values.get(key.id);
      const isWanted =
        value && key
          ? renewable.has(key.id) || (include.includes('outdated') && isStale(value, key))
          : include.includes('missing');
      if (!isWanted) return [];
      return [formString(work, form, key, value)];
    });
  }
}

/** True if a translation belongs to an earlier source text and was not written by a person. */
const isStale = ({ origin, source_version: written }: LockedValue, key: KeyRef): boolean =>
  (origin === 'machine' || origin === 'memory') && isOfOtherSource(written, key.source_version);

const settingsFor = ({ engineSettings }: MissingWork, { code }: Target): SettingsOfEngines =>
  engineSettings?.get(code) ?? [];

async function* plainKeys(
  db: Db,
  work: MissingWork,
  target: Target,
): AsyncGenerator<PlainKey[], void> {
  const { project, keyIds, include } = work;
  const wanted = { localeId: target.id, include, engineSettings: settingsFor(work, target) };
  if (keyIds !== null) {
    for (const range of rangesOf(keyIds.length)) {
      yield listPlainKeys(db, project, wanted, { ids: keyIds.slice(...range) });
    }
    return;
  }
  for (let after: string | null = null; ; ) {
    const batch = { after, limit: BULK_ROWS };
    const page: PlainKey[] = await listPlainKeys(db, project, wanted, batch);
    yield page;
    if (page.length < BULK_ROWS) return;
    after = page.at(-1)!.id;
  }
}

function formString(
  { project }: MissingWork,
  form: NeededForm,
  key: KeyRef | undefined,
  value: LockedValue | undefined,
): JobString {
  const seed = seedOf(form, project.settings.messageFormat);
  return {
    id: key?.id ?? '',
    key: form.name,
    seedKey: seed.name,
    text: seed.text,
    category: form.category,
    sourceVersion: key?.source_version ?? 0,
    ...(value && { replaces: value.version }),
    ...(seed.plural_ordinal && { isOrdinal: true as const }),
    ...(seed.description !== '' && { context: seed.description }),
    ...(seed.max_length !== null && { maxLength: seed.max_length }),
  };
}
