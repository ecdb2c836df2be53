interface Exception {
  readonly name: string;
  /** The reason why the statement touches several partitions. */
  readonly reason: string;
  readonly patterns: readonly RegExp[];
}

/** Statements that concern several projects. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    name: 'translation memory across projects',
    reason: 'texts are looked up by their hash in all projects of an organization',
    patterns: [
      /with ordinality u\(source_hash, masked_hash, ord\)/,
      /with u as materialized \( select ord, bands/,
      /select exists \( select from project p (?:cross join lateral \( select from memory_unit|join locale l)/,
    ],
  },
  {
    name: 'glossary of a project and its parent',
    reason: 'a child project has the terms of its parent, so there are two at most',
    patterns: [
      /from "glossary_term" where "project_id" in/,
      /t\.project_id in \(p\.id, p\.parent_id\)/,
    ],
  },
  {
    name: 'lists of projects, the dashboard',
    reason: 'they show figures of all projects of an organization',
    patterns: [
      /from "project" as "p" inner join "locale" as "l"/,
      /from \( select id, source_locale_id from project where organization_id/,
      /from unnest\(\$\d+::uuid\[\]\) p\(id\)/,
      /with known as \( select project_id, locale_id, max\(day\)/,
      /from "staged_import" where "organization_id"/,
    ],
  },
  {
    name: 'personal data',
    reason: 'what a person has done is listed and erased in all projects',
    patterns: [/array\["project_id"::text/, /with erased as \(/],
  },
  {
    name: 'inboxes',
    reason: 'a person is told of comments in all projects',
    patterns: [
      /from notification n/,
      /from unnest\(\$\d+::uuid\[\]\) u\(id\) join project p on p\.id = u\.id/,
    ],
  },
  {
    name: 'background tasks and the sweeper',
    reason: 'they look for work of any project, or fold and delete some rows of a table',
    patterns: [
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
  },
  {
    name: '`admin copy`',
    reason: 'it reads and counts whole tables',
    patterns: [/^copy \(select/, /^select count\(\*\) from \w+$/],
  },
  {
    name: 'the tests themselves',
    reason: 'they look at rows past the service',
    patterns: [
      /^select coalesce\(string_agg\(t::text/,
      /^select count\(\*\)(?:::int)? as count from "?\w+"?(?: where actor_name = 'Somebody')?$/,
      /^update "?(?:change|translation_value)"? set /,
      /^select from translation_key where source_hash is null$/,
      /^delete from "release_locale" where "release_id"/,
    ],
  },
  {
    name: 'PostgreSQL, when it adds a foreign key',
    reason: 'docs/scaling/partition.sql adds them to whole tables',
    patterns: [/^SELECT fk\./],
  },
];
