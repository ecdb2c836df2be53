import { type RawBuilder, sql } from 'kysely';

/** Whether a text contains another one, in any language and without regard to case. */
export const containsText = (text: RawBuilder<unknown>, part: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(lower(${text} collate search_fold), lower(${part}::text collate search_fold)) > 0`;
