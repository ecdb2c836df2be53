import { type RawBuilder, sql } from 'kysely';

/**
 * SQL condition that work on a value can be done, because its locale is enabled. The editor does
 * not show disabled locales. Also true for work on a key, whose locale is null.
 */
export const isEnabledLocale = (
  projectId: RawBuilder<unknown>,
  localeId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  ${localeId} is null or exists (
    select from locale e
    where e.project_id = ${projectId} and e.id = ${localeId} and e.enabled))`;
