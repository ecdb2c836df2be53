import { dependsOnSource } from '@parlance/messages';
import { rangesOf } from '../../../kernel/index.ts';
import { lockKeys } from '../../key/key.store.ts';
import type { KeyRef } from '../../key/key-ref.ts';
import { setSourceHashes } from '../../key/source-hash.store.ts';
import { hashSources, NO_HASHES, type SourceHashes } from '../../key/source-hash.ts';
import { endDismissals } from '../dismissals.store.ts';
import { accountKeys, familyOptionsOf, unchanged } from '../families.ts';
import { trackOutdated } from '../outdated.store.ts';
import type { RewordedKey, Writing } from '../writing.ts';
import {
  beginSourceVersions,
  bumpSourceVersions,
  correctSources,
  type HashedKey,
  renewSourceVersions,
  restoreSourceVersions,
  type VersionChange,
} from './source-versions.store.ts';
import { findEarlierSources, findRewordedForms } from './sources.store.ts';

export { findForms } from './sources.store.ts';

/**
 * Gives keys new source versions. Must be called before the new source texts of the keys are
 * written. A translation becomes outdated, unless it was made from an earlier source text that
 * equals the new source text. A key whose new text means the same keeps its source version. The
 * caller has locked the keys.
 */
export async function rewordSources(
  writing: Writing,
  texts: readonly { key: { id: string }; text: string }[],
): Promise<void> {
  if (texts.length === 0) return;
  const { tx, project, by, changes, lockedKeys, sourceEdit } = writing;
  const writes = texts.map(({ key, text }) => ({ keyId: key.id, text }));
  const hashes = await hashesOf(
    writing,
    writes.map(({ text }) => text),
  );
  const hashesByKey = new Map(writes.map(({ keyId }, index) => [keyId, hashes[index]!]));
  const found = await findEarlierSources(tx, project.id, project, writes, sourceEdit);
  const versions = new Map<string, number>();
  const kindOf = ({ isSame, earlier }: RewordedKey) =>
    isSame || sourceEdit.keepTranslations ? 'corrected' : earlier === null ? 'new' : 'returning';
  for (const [kind, keys] of Map.groupBy(found, kindOf)) {
    const ids = keys.map(({ keyId }) => keyId);
    const hashed = keys.map((key) => ({ ...key, hashes: hashesByKey.get(key.keyId)! }));
    changes.recheck('source', ids);
    if (kind === 'corrected') {
      await correctSources(tx, project.id, hashed, by);
      continue;
    }
    const written =
      kind === 'new'
        ? await beginSources(writing, hashed)
        : await trackOutdated(tx, project.id, ids, changes, () =>
            bumpSourceVersions(tx, project.id, hashed, by),
          );
    for (const { keyId, after } of written) versions.set(keyId, after);
  }
  const reworded = new Map(found.map((key) => [key.keyId, key]));
  for (const key of lockedKeys) {
    const version = versions.get(key.id);
    if (version === undefined) continue;
    key.source_version = version;
    if (key.name.endsWith('other')) writing.rewordedOthers.push(reworded.get(key.id)!);
  }
}

/** Returns the ids of the keys whose current source text only corrects the given text. */
export async function findCorrected(
  { tx, project }: Writing,
  texts: readonly { key: { id: string }; text: string }[],
): Promise<Set<string>> {
  const read = texts.map(({ key, text }) => ({ keyId: key.id, text }));
  const found = await findEarlierSources(tx, project.id, project, read);
  return new Set(found.filter(({ isSame }) => isSame).map(({ keyId }) => keyId));
}

/** Gives keys new source versions, so that all their translations become outdated. */
async function beginSources(
  { tx, project, by, changes }: Writing,
  keys: readonly HashedKey[],
): Promise<VersionChange[]> {
  const versions: VersionChange[] = [];
  for (const [from, to] of rangesOf(keys.length)) {
    const begun = await beginSourceVersions(tx, project.id, keys.slice(from, to), by);
    for (const { localeId, all, outdated } of begun.counts) {
      changes.addOutdated(localeId, all - outdated);
    }
    versions.push(...begun.versions);
  }
  return versions;
}

/**
 * Marks a translation of a plural form as outdated if the source text of the form has changed. Runs
 * at the end of the transaction, when all plural families are known.
 */
export async function outdateForms({
  tx,
  project,
  by,
  changes,
  rewordedOthers,
}: Writing): Promise<void> {
  for (const [from, to] of rangesOf(rewordedOthers.length)) {
    const forms = await findRewordedForms(tx, project.id, rewordedOthers.slice(from, to));
    if (forms.length === 0) continue;
    const ids = forms.map(({ keyId }) => keyId);
    await lockKeys(tx, project.id, ids, 'update');
    await trackOutdated(tx, project.id, ids, changes, async () => {
      const versions = await bumpSourceVersions(tx, project.id, forms, by);
      await renewSourceVersions(tx, project.id, versions, by);
    });
  }
}

export async function restoreVersions(
  { tx, project, by, changes }: Writing,
  keys: readonly VersionChange[],
): Promise<void> {
  if (keys.length === 0) return;
  const ids = keys.map(({ keyId }) => keyId);
  await lockKeys(tx, project.id, ids, 'update');
  const restored = await trackOutdated(tx, project.id, ids, changes, () =>
    restoreSourceVersions(tx, project.id, keys, by),
  );
  changes.recheck(
    'revert',
    restored.map(({ keyId }) => keyId),
  );
}

/**
 * Updates plural families, findings and all other data that depends on whether a key has a source
 * text.
 */
export async function followSources(
  writing: Writing,
  keys: readonly { key: KeyRef; text: string | null }[],
): Promise<void> {
  if (keys.length === 0) return;
  await accountSources(
    writing,
    keys.map(({ key }) => key),
  );
  const { tx, project, changes } = writing;
  const ids = keys.map(({ key }) => key.id);
  const hashes = await hashesOf(
    writing,
    keys.map(({ text }) => text ?? ''),
  );
  const hashed = keys.map(({ key, text }, index) => ({
    keyId: key.id,
    hashes: text === null ? NO_HASHES : hashes[index]!,
  }));
  await setSourceHashes(tx, project.id, hashed);
  await endDismissals(tx, project.id, ids);
  changes.recheck('source', ids);
}

/**
 * Updates plural families after keys have gained or lost their source text. Use it only for keys
 * without translations.
 */
export async function accountSources(writing: Writing, keys: readonly KeyRef[]): Promise<void> {
  const options = familyOptionsOf(writing.project);
  const dependent = keys.filter(
    ({ name, archived }) => !archived && dependsOnSource(name, options),
  );
  if (dependent.length > 0) await accountKeys(writing, dependent.map(unchanged));
}

const hashesOf = (
  { project: { source_locale: locale, settings } }: Writing,
  texts: readonly string[],
): Promise<SourceHashes[]> => hashSources(locale, settings.messageFormat, texts);
