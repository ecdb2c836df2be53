import type { Db } from '../../../db/client.ts';
import type { KeyRef, LockedValue } from '../../content/index.ts';
import type { LocaleRow } from '../../project/index.ts';
import type { ReadVersions } from './bulk-run.store.ts';
import { readSourceChanges } from './source-changed-since.store.ts';
import type { ValuesRun } from './values-run.ts';

/** A value of a bulk change, before the change writes anything. */
interface CheckedCell {
  key: KeyRef;
  /** Id of the form `other` in the key's plural family, or the key's own id if it has no family. */
  otherId: string;
  value: LockedValue | null;
}

/** Returns true if the caller has read another version of a value or of its source string. */
export type ReadCheck = (locale: LocaleRow, cell: CheckedCell) => boolean;

/**
 * Compares values with what the caller has read. A bulk change may write source strings, so this reads
 * their versions before it does.
 */
export async function createReadCheck(
  tx: Db,
  { project, order }: Pick<ValuesRun, 'project' | 'order'>,
  keys: readonly KeyRef[],
): Promise<ReadCheck> {
  const { read = [], action } = order;
  const ids = keys.map(({ id }) => id);
  const versions = new Map(keys.map(({ id, source_version }) => [id, source_version]));
  const reads = Map.groupBy(read, ({ keyId, locale }) => `${keyId} ${locale}`);
  const { setState, setText } = action;
  const isDecision = setText !== undefined || (setState && setState.state !== 'needs_review');
  const changed = isDecision ? await readSourceChanges(tx, project, ids, order) : null;
  return (locale, { key, otherId, value }) => {
    const now = { version: value?.version ?? 0, sourceVersion: versions.get(key.id) };
    const cellReads = reads.get(`${key.id} ${locale.code}`) ?? [];
    if (cellReads.some((one) => isOther(one, now))) return true;
    if (locale.id === project.source_locale_id) return false;
    return changed?.get(key.id) ?? changed?.get(otherId) ?? false;
  };
}

const isOther = (
  read: ReadVersions,
  now: { version: number; sourceVersion: number | undefined },
): boolean =>
  (read.version ?? now.version) !== now.version ||
  (read.sourceVersion ?? now.sourceVersion) !== now.sourceVersion;
