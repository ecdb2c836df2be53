import type { NamedTmxUnit } from '@parlance/formats';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import { lookUpKey, lookUpValue } from '../../../db/look-ups.ts';
import { ofOtherSource } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { isTrusted } from './memory.store.ts';

const PAGE_ROWS = 500;

interface PairRow {
  id: string;
  name: string;
  source: string;
  locale: string;
  target: string;
}

export interface MemoryPairs {
  projectId: ProjectRef;
  sourceLocale: { id: number; code: string };
  targetLocales: readonly { id: number; code: string }[];
}

/**
 * Yields the translations of a project's translation memory. Each key is one unit, in the order of
 * the keys.
 */
export async function* readValueUnits(
  tx: Db,
  { projectId, sourceLocale, targetLocales }: MemoryPairs,
): AsyncGenerator<NamedTmxUnit[], void> {
  const ids = targetLocales.map(({ id }) => id);
  const codes = targetLocales.map(({ code }) => code);
  for (let after = NIL_ID; ; ) {
    const { rows: keys } = await sql<{ id: string }>`
      select id from translation_key
      where project_id = ${projectId}::uuid and archived_at is null and id > ${after}::uuid
      order by id limit ${PAGE_ROWS}`.execute(tx);
    if (keys.length === 0) return;
    after = keys.at(-1)!.id;
    const { rows } = await sql<PairRow>`
      select k.id, k.name, s.text as source, l.code as locale, v.text as target
      from unnest(${keys.map(({ id }) => id)}::uuid[]) wanted(id)
      cross join ${lookUpKey(projectId, sql`wanted.id`)} k
      cross join ${lookUpValue(projectId, sourceLocale.id, sql`k.id`)} s
      cross join unnest(${ids}::smallint[], ${codes}::text[]) with ordinality l(id, code, ord)
      cross join ${lookUpValue(projectId, sql`l.id`, sql`k.id`)} v
      where not (${ofOtherSource}) and ${isTrusted}
      order by k.id, l.ord`.execute(tx);
    yield [...Map.groupBy(rows, ({ id }) => id).values()].map((pairs) => {
      const [{ name, source }] = pairs as [PairRow];
      const targets = pairs.map(({ locale, target }) => ({ localeTag: locale, text: target }));
      return {
        id: name,
        variants: [{ localeTag: sourceLocale.code, text: source }, ...targets],
      };
    });
  }
}

/** Yields the imported translations of a project by locale, in the order of their import. */
export async function* readImportedUnits(
  tx: Db,
  { projectId, sourceLocale, targetLocales }: MemoryPairs,
): AsyncGenerator<NamedTmxUnit[], void> {
  for (const { code } of targetLocales) {
    for (let after = NIL_ID; ; ) {
      const rows = await tx
        .selectFrom('memory_unit')
        .select(['id', 'source', 'target'])
        .where('project_id', '=', projectId)
        .where('target_locale', '=', code)
        .where('id', '>', after)
        .where('source_locale', '=', sourceLocale.code)
        .orderBy('id')
        .limit(PAGE_ROWS)
        .execute();
      if (rows.length === 0) break;
      after = rows.at(-1)!.id;
      yield rows.map(({ source, target }) => ({
        id: null,
        variants: [
          { localeTag: sourceLocale.code, text: source },
          { localeTag: code, text: target },
        ],
      }));
    }
  }
}
