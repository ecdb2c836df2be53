import type { JobInclude } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import { lookUpKey, lookUpValue } from '../../../db/look-ups.ts';
import { ofOtherSource } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { JobString } from '../strings.ts';
import { isRenewable, type SettingsOfEngines } from './renewable.store.ts';

export interface Wanted {
  readonly localeId: number;
  readonly include: readonly JobInclude[];
  /** The current settings of the engines. Only needed to find renewable values. */
  readonly engineSettings: SettingsOfEngines;
}

/** A key without a plural family. `string` is null if there is nothing to translate. */
export interface PlainKey {
  readonly id: string;
  readonly string: JobString | null;
}

/**
 * Returns active keys without a plural family: the keys with the given ids, or the next `limit`
 * keys of the project.
 */
export async function listPlainKeys(
  db: Db,
  project: { readonly id: ProjectRef; readonly source_locale_id: number },
  { localeId, include, engineSettings }: Wanted,
  page:
    | { readonly ids: readonly string[] }
    | { readonly after: string | null; readonly limit: number },
): Promise<PlainKey[]> {
  const { id, source_locale_id: sourceLocaleId } = project;
  const isPlain = sql`(k.archived_at is null and k.plural_family is null)`;
  const keys =
    'ids' in page
      ? sql`
        select k.*, u.ord from unnest(${page.ids}::uuid[]) with ordinality u(id, ord)
        join ${lookUpKey(id, sql`u.id`)} k on ${isPlain}`
      : sql`
        select k.*, 0 as ord from translation_key k
        where k.project_id = ${id}::uuid and ${isPlain} and k.id > ${page.after ?? NIL_ID}::uuid
        order by k.id
        limit ${page.limit}`;
  const { rows } = await sql<PlainKey>`
    select k.id, case when k.translatable and s.text is not null and (
                   ${include.includes('missing')}::boolean and v.version is null
                   or ${include.includes('outdated')}::boolean
                     and v.origin in ('machine', 'memory') and ${ofOtherSource}
                   or ${include.includes('renewable')}::boolean and ${isRenewable(id, engineSettings)})
                 then jsonb_strip_nulls(jsonb_build_object(
                   'id', k.id, 'key', k.name, 'text', s.text, 'sourceVersion', k.source_version,
                   'replaces', v.version, 'context', nullif(k.description, ''),
                   'maxLength', k.max_length)) end as string
    from (${keys}) k
    left join ${lookUpValue(id, sourceLocaleId, sql`k.id`)} s on true
    left join ${lookUpValue(id, localeId, sql`k.id`)} v on true
    order by k.ord, k.id`.execute(db);
  return rows;
}
