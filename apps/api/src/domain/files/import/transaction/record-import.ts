import type { FaultyFile } from '@parlance/contracts';
import type { Db } from '../../../../db/client.ts';
import { insertChange, keptDetail } from '../../../content/index.ts';
import {
  actorOf,
  announceEvent,
  audit,
  insertActivity,
  type Principal,
} from '../../../kernel/index.ts';
import type { ImportInput, ImportOutcome } from '../import-input.ts';

export interface ImportRecord extends Pick<ImportOutcome, 'keys' | 'values'> {
  importId: string;
  writes: boolean;
  now: Date;
  projectName: string;
  from: { format?: string; locale?: string; files?: number };
  /** Files of a folder that the import left out. Defaults to none. */
  faulty?: readonly FaultyFile[];
}

/**
 * Writes the change, the activity and the audit entry of an import. If nothing changed, writes only the audit entry
 * and announces the import itself. Otherwise, the import is announced when its change gets a number.
 */
export async function recordImport(
  tx: Db,
  principal: Principal,
  input: Pick<ImportInput, 'projectId' | 'address' | 'keepTranslations'>,
  { importId, writes, now, projectName, keys, values, from, faulty = [] }: ImportRecord,
): Promise<void> {
  const { created, restored, archived } = keys;
  const details = {
    ...from,
    ...keptDetail(input),
    keys: { created, restored, archived },
    values,
  };
  if (writes) {
    await insertChange(tx, {
      projectId: input.projectId,
      id: importId,
      kind: 'import',
      actor: actorOf(principal),
      details: { ...details, ...(faulty.length > 0 && { faulty }) },
      now,
    });
    const { organizationId } = principal;
    const importRef = { organizationId, id: importId, projectId: input.projectId };
    await insertActivity(tx, { ...importRef, type: 'import', at: now });
  }
  if (!writes) {
    await announceEvent(tx, {
      organizationId: principal.organizationId,
      projectId: input.projectId,
      event: 'import.completed',
      at: now,
      facts: { actor: actorOf(principal), importId },
    });
  }
  await audit(tx, {
    organizationId: principal.organizationId,
    at: now,
    actor: actorOf(principal),
    action: 'project.import',
    target: { type: 'project', id: input.projectId, name: projectName },
    address: input.address,
    details,
  });
}
