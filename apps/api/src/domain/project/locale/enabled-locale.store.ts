import { type RawBuilder, sql } from 'kysely';

/**
 * SQL condition that work on a value waits for people, because its locale is enabled. Also holds if
 * the locale is null, for work on a key. Nobody can reach a disabled locale in the editor.
 */
export const isEnabledLocale = (
  projectId: RawBuilder<unknown>,
  localeId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  ${localeId} is null or exists (
    select from locale e
    where e.project_id = ${projectId} and e.id = ${localeId} and e.enabled))`;
