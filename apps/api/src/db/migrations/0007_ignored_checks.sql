-- Findings that people dismissed, as bits like checks. Writers of another text or source text reset them.
alter table translation_value add column ignored_checks bigint not null default 0;

-- Who dismissed findings and took that back.
create table ignored_check_history (
  project_id uuid not null,
  locale_id smallint not null,
  key_id uuid not null,
  id uuid not null,
  code text collate "C" not null,
  -- False: the dismissal was taken back.
  ignored boolean not null,
  -- Version of the value.
  version integer not null,
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C" not null,
  at timestamptz not null,
  primary key (project_id, locale_id, key_id, id),
  foreign key (project_id, key_id) references translation_key (project_id, id),
  foreign key (project_id, locale_id) references locale (project_id, id)
);
