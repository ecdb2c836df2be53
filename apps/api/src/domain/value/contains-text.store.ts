import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a text contains another one, in any language and without regard to case. Texts are stored as
 * they were given, composed or decomposed, and people type the one or the other without knowing: both
 * forms of what is looked for are (UAX #15). Where they are the same, that costs nothing.
 */
export function containsText(text: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  const forms = new Set([part, part.normalize('NFC'), part.normalize('NFD')]);
  const found = [...forms].map(
    (form) =>
      sql`strpos(lower(${text} collate search_fold), lower(${form}::text collate search_fold)) > 0`,
  );
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}
