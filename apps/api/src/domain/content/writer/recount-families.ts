import { type FamilyCandidate, readFamilyCandidates } from '../key/key.store.ts';
import { accountFamilies, unchanged } from './families.ts';
import type { Writing } from './writing.ts';

/** Maximum number of key names in a batch. A name has up to 2,048 characters. */
const BATCH_KEYS = 2_000;

/**
 * Determines all plural families of a project again, after its message format or source locale has
 * changed. Reads only keys that may be plural forms by their names. The caller holds the content
 * lock.
 */
export async function recountFamilies(writing: Writing): Promise<void> {
  const { tx, project } = writing;
  let open: FamilyCandidate[] = [];
  for await (const rows of readFamilyCandidates(tx, project.id, BATCH_KEYS)) {
    const keys = [...open, ...rows];
    const lastStem = rows.length < BATCH_KEYS ? undefined : keys.at(-1)!.stem;
    open = keys.filter(({ stem }) => stem === lastStem);
    const whole = keys.filter(({ stem }) => stem !== lastStem);
    await accountFamilies(writing, whole.map(unchanged));
  }
}
