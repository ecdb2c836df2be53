-- How many uses the last request for a lease was granted: what a process may count on its own.
alter table rate_window add column granted integer not null default 0;

-- Outdated values of living keys, by locale. Each transaction that outdates values, or renews them,
-- appends by how many, so that writers do not wait for each other. A task folds those rows into the
-- count; readers add both up.
create table outdated_value_count (
  project_id uuid not null,
  locale_id smallint not null,
  values_count bigint not null,
  primary key (project_id, locale_id)
);
create table outdated_value_delta (
  project_id uuid not null,
  locale_id smallint not null,
  values_count bigint not null
);
create index outdated_value_delta_project on outdated_value_delta (project_id);

-- In place of the marks, after which a reader counted a whole project.
drop trigger translation_key_outdated on translation_key;
drop trigger translation_value_added on translation_value;
drop trigger translation_value_changed on translation_value;
drop trigger translation_value_removed on translation_value;
drop function mark_reworded_keys();
drop function mark_written_values();
drop table outdated_mark;
drop table outdated_count;

insert into outdated_value_count (project_id, locale_id, values_count)
select k.project_id, l.id, count(*)
from translation_key k
join locale l on l.project_id = k.project_id
cross join lateral (
  -- The limit keeps this one look-up a row, whatever PostgreSQL believes of the table.
  select v.source_version from translation_value v
  where v.project_id = k.project_id and v.locale_id = l.id and v.key_id = k.id
  limit 1
) v
where k.source_version > 0 and k.archived_at is null and v.source_version < k.source_version
group by k.project_id, l.id;
