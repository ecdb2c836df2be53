import { type NamedTmxUnit, writeTmx } from '@parlance/formats';
import type { Deps } from '../../../deps.ts';
import type { Owner } from '../../kernel/index.ts';
import { getProject, listAllLocales, requireLocales } from '../../project/index.ts';
import { type MemoryPairs, readImportedUnits, readValueUnits } from './export-memory.store.ts';

export interface MemoryExport {
  projectId: string;
  /** Canonical locale tags without duplicates. Null for all locales. */
  localeTags: readonly string[] | null;
}

/**
 * Opens a snapshot of a project's translation memory, and returns a function that writes it as TMX.
 * @throws `not_found` for a project or a locale that does not exist
 */
export async function exportMemory(
  { db, concurrency }: Pick<Deps, 'db' | 'concurrency'>,
  owner: Owner,
  { projectId, localeTags }: MemoryExport,
): Promise<(onUnit?: () => void) => AsyncGenerator<string, void>> {
  const project = await getProject(db, owner, projectId);
  const locales = await listAllLocales(db, project.id);
  if (localeTags) requireLocales(locales, localeTags);
  const { source_locale } = project;
  const pairs: MemoryPairs = {
    projectId: project.id,
    sourceLocale: locales.find(({ code }) => code === source_locale)!,
    targetLocales: locales.filter(
      ({ code }) => code !== source_locale && (localeTags?.includes(code) ?? true),
    ),
  };
  return async function* write(onUnit) {
    const leave = await concurrency.exports.enter({ name: owner.organizationId });
    try {
      const tx = await db
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute();
      try {
        async function* units(): AsyncGenerator<NamedTmxUnit[], void> {
          if (pairs.targetLocales.length === 0) return;
          yield* readValueUnits(tx, pairs);
          yield* readImportedUnits(tx, pairs);
        }
        yield* writeTmx(units(), { sourceLocaleTag: source_locale, ...(onUnit && { onUnit }) });
      } finally {
        await tx.rollback().execute();
      }
    } finally {
      leave();
    }
  };
}
