/** Patterns of the statements that concern several projects, by the reason. */
export const EXCEPTIONS: Readonly<Record<string, readonly RegExp[]>> = {
  'translation memory across projects: texts are looked up by their hash in all projects of an organization':
    [
      /with ordinality u\(source_hash, masked_hash, ord\)/,
      /with u as materialized \( select ord, bands/,
      /select exists \( select from project p (?:cross join lateral \( select from memory_unit|join locale l)/,
    ],
  'glossary of a project and its parent: a child project has the terms of its parent, so there are two at most':
    [/from "glossary_term" where "project_id" in/, /t\.project_id in \(p\.id, p\.parent_id\)/],
  'lists of projects, the dashboard: they show figures of all projects of an organization': [
    /from "project" as "p" inner join "locale" as "l"/,
    /from \( select id, source_locale_id from project where organization_id/,
    /from unnest\(\$\d+::uuid\[\]\) p\(id\)/,
    /with known as \( select project_id, locale_id, max\(day\)/,
    /from "staged_import" where "organization_id"/,
  ],
  'personal data: what a person has done is listed and erased in all projects': [
    /array\["project_id"::text/,
    /with erased as \(/,
  ],
  'inboxes: a person is told of comments in all projects': [
    /from notification n/,
    /from unnest\(\$\d+::uuid\[\]\) u\(id\) join project p on p\.id = u\.id/,
  ],
  'background tasks and the sweeper: they look for work of any project, or fold and delete some rows of a table':
    [
      /^with picked as materialized/,
      /^select array\[exists \(select from change where number is null\)/,
      /from "change" where "number" is null/,
      /from memory_change where project_id >/,
      /from recheck where project_id >/,
      /insert into daily_progress as p/,
      /with page as \( select source_hash, organization_id from memory_text/,
      /from project p where \(\$1::uuid is null or p\.id > \$2::uuid\) and exists/,
      /from project p join organization o on o\.id = p\.organization_id and o\.archived_at is null where p\.id >/,
      /from release where status = 'publishing'/,
      /from release_locale l where l\.sha256 =/,
    ],
  '`admin copy`: it reads and counts whole tables': [
    /^copy \(select/,
    /^select count\(\*\) from \w+$/,
  ],
  'the tests themselves: they look at rows past the service': [
    /^select coalesce\(string_agg\(t::text/,
    /^select count\(\*\)(?:::int)? as count from "?\w+"?(?: where actor_name = 'Somebody')?$/,
    /^update "?(?:change|translation_value)"? set /,
    /^select from translation_key where source_hash is null$/,
    /^delete from "release_locale" where "release_id"/,
  ],
  'PostgreSQL, when it adds a foreign key: docs/scaling/partition.sql adds them to whole tables': [
    /^SELECT fk\./,
  ],
};
