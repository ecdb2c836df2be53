import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';

export interface KeyTreeRow {
  segment: string;
  /**
   * Id of the key or plural family whose name is the prefix followed by this segment. Null if there
   * is none.
   */
  key_id: string | null;
  /**
   * Number of keys and plural families whose names begin with the prefix followed by this segment.
   */
  count: number;
  has_children: boolean;
}

/**
 * Returns the segments that follow a prefix in the names of keys, in alphabetical order. A plural
 * family counts as one name. Without a separator, each name is a single segment.
 */
export async function listKeyTree(
  db: Db,
  projectId: ProjectRef,
  tree: { prefix: string; separator: string | null },
  page: { after: string | null; limit: number },
): Promise<KeyTreeRow[]> {
  const { prefix, separator } = tree;
  const rest = sql`substr(n.name, ${prefix.length === 0 ? 1 : [...prefix].length + 1}::int)`;
  const segment = separator === null ? rest : sql`split_part(${rest}, ${separator}::text, 1)`;
  const { rows } = await sql<KeyTreeRow>`
    select s.segment, min(s.id::text) filter (where s.is_end)::uuid as key_id, count(*) as count,
           bool_or(not s.is_end) as has_children
    from (
      select n.id, ${segment} collate "C" as segment, ${segment} = ${rest} as is_end
      from (
        select k.id, coalesce(k.plural_family, k.name) collate "C" as name
        from translation_key k
        where k.project_id = ${projectId}::uuid and k.archived_at is null
          and (k.plural_category is null or k.plural_category = 'other')
      ) n
      where starts_with(n.name, ${prefix}::text)
    ) s
    ${page.after === null ? sql`` : sql`where s.segment > ${page.after}::text collate "C"`}
    group by s.segment
    order by s.segment
    limit ${page.limit}`.execute(db);
  return rows;
}
