import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { type OwnerRef, trustedProject } from '../../../kernel/index.ts';
import type { EventBody } from '../event-body.ts';
import { onOneLine } from './on-one-line.ts';

/** Number of texts in a message. */
const MAX_EXCERPTS = 5;
const EXCERPT_LENGTH = 100;
const NAME_LENGTH = 100;

/**
 * Returns the beginnings of the newest texts that events are about, with their keys and locales.
 * For a new key, this is the source text. Omits texts in locales that the webhook does not include.
 */
export async function readExcerpts(
  db: Db,
  organizationId: OwnerRef,
  bodies: readonly EventBody[],
  localeTags: readonly string[] | null,
): Promise<string[]> {
  const { type, data } = bodies.at(-1)!;
  if (data.projectId === null || (type !== 'values.changed' && type !== 'key.created')) return [];
  const keys = newestKeys(bodies).map(({ keyId, locales }) => ({
    id: keyId,
    is_new: type === 'key.created',
    locales: locales.filter((tag) => localeTags === null || localeTags.includes(tag)),
  }));
  const projectId = trustedProject(data.projectId);
  const { rows } = await sql<{ name: string; code: string; start: string; is_whole: boolean }>`
    select k.name, l.code, left(v.text, ${EXCERPT_LENGTH}) as start,
           length(v.text) <= ${EXCERPT_LENGTH} as is_whole
    from project p
    cross join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as w(id uuid, is_new boolean, locales text[])
    join translation_key k on k.project_id = p.id and k.id = w.id
    join locale l on l.project_id = p.id
      and case when w.is_new then l.id = p.source_locale_id else l.code = any(w.locales) end
    join translation_value v on v.project_id = p.id and v.key_id = k.id and v.locale_id = l.id
    where p.id = ${projectId}::uuid and p.organization_id = ${organizationId}::uuid
    order by k.name, l.code limit ${MAX_EXCERPTS}`.execute(db);
  return rows.map(({ name, code, start, is_whole: isWhole }) => {
    const text = `${start}${isWhole ? '' : '…'}`.replace(/\s+/g, ' ');
    return `${onOneLine(name, NAME_LENGTH)} (${code}): ${text}`;
  });
}

/** Returns the newest keys of events, each with the locales of the newest event that names it. */
function newestKeys(bodies: readonly EventBody[]): { keyId: string; locales: readonly string[] }[] {
  const found = new Map<string, readonly string[]>();
  for (const { data } of bodies.toReversed()) {
    for (const keyId of (data.keyIds ?? []).toReversed()) {
      if (found.size < MAX_EXCERPTS && !found.has(keyId)) found.set(keyId, data.locales ?? []);
    }
  }
  return [...found].map(([keyId, locales]) => ({ keyId, locales }));
}
