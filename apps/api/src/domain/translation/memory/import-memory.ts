import { hash } from 'node:crypto';
import type { MessageFormat } from '@parlance/messages';
import type { Deps } from '../../../deps.ts';
import { createYieldToLoop } from '../../../lib/yield-to-loop.ts';
import { hashSource, mask } from '../../content/index.ts';
import { DryRun, type OwnerRef, rangesOf } from '../../kernel/index.ts';
import { type EditCall, editProject } from '../../project/index.ts';
import type { MemoryFile } from './memory-file.ts';
import { insertUnits, type NewUnit } from './memory-unit.store.ts';
import { bandsOf, realmOf } from './trigrams.ts';

const UNITS_AT_ONCE = 500;

export interface ImportedMemory {
  created: number;
  unchanged: number;
}

type ImportCall = EditCall & { file: MemoryFile; organizationId: OwnerRef; dryRun?: boolean };

/**
 * Adds the translations in a file to the translation memory of a project. If one translation is
 * invalid, adds none.
 * @throws `not_found`, `archived`
 */
export async function importMemory(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: ImportCall,
): Promise<ImportedMemory> {
  try {
    return await addUnits(deps, input);
  } catch (error) {
    if (error instanceof DryRun) return error.outcome;
    throw error;
  }
}

async function addUnits(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: ImportCall,
): Promise<ImportedMemory> {
  const { file, organizationId } = input;
  const { sourceLocale } = file;
  const realm = realmOf(organizationId, sourceLocale);
  const yieldToLoop = createYieldToLoop(null);
  return editProject(deps, input, {}, async ({ tx, project, now }) => {
    const at = { organizationId, projectId: project.id, sourceLocale, now };
    const { messageFormat } = project.settings;
    let created = 0;
    for (const [from, to] of rangesOf(file.length, UNITS_AT_ONCE)) {
      const units: NewUnit[] = [];
      for (let index = from; index < to; index++) {
        units.push(await unitOf(file, index, { realm, messageFormat }));
        await yieldToLoop();
      }
      created += await insertUnits(tx, at, units);
    }
    const counts = { created, unchanged: file.length - created };
    if (input.dryRun) throw new DryRun(counts);
    return counts;
  });
}

async function unitOf(
  file: MemoryFile,
  index: number,
  { realm, messageFormat }: { realm: number; messageFormat: MessageFormat },
): Promise<NewUnit> {
  const { source, target, targetLocale } = file.at(index);
  const masked = await mask(source, messageFormat);
  return {
    source,
    target,
    targetLocale,
    sourceHash: hashSource(file.sourceLocale, source),
    maskedHash: hashSource(file.sourceLocale, masked),
    targetHash: hash('sha256', target, 'buffer').subarray(0, 16),
    bands: bandsOf(realm, masked),
  };
}
