import { type RawBuilder, sql } from 'kysely';
import { isOfProject } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/** SQL that selects the comments on a key or on its values in these locales. Uses the index on keys. */
export const commentsOf = (
  projectId: ProjectRef,
  keyId: RawBuilder<unknown>,
  localeIds: readonly number[],
): RawBuilder<unknown> => sql`
  select from comment c
  where c.key_id = ${keyId} and ${isOfProject(sql`c.project_id`, projectId)} and c.text is not null
    and (c.locale_id is null or c.locale_id = any(${[...localeIds]}::smallint[]))`;

/** SQL that selects the open questions about a key, or about its value in a locale. */
export const questionsOf = (
  projectId: ProjectRef,
  keyId: RawBuilder<unknown>,
  localeId: number,
): RawBuilder<unknown> => sql`
  select from comment c
  where c.key_id = ${keyId} and ${isOfProject(sql`c.project_id`, projectId)} and c.is_open
    and (c.locale_id is null or c.locale_id = ${localeId}::smallint)`;
