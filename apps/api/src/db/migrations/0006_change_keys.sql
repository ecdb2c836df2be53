-- What changes touched ------------------------------------------------------------------------------

-- Work of several transactions, such as a job, is a parent with a change for each transaction.
alter table change add column parent_id uuid;
create index change_parent on change (project_id, parent_id, id) where parent_id is not null;
-- Most changes are edits: the others are found without reading those.
create index change_kind on change (project_id, kind, id) where kind <> 'edit' and parent_id is null;
-- False for changes of versions that did not store what a change touched.
alter table change add column is_recorded boolean not null default false;
alter table change alter column is_recorded set default true;

-- The values that a change wrote, up to 1,000 in a row, with the version that it gave each of them. A
-- change writes a value at most once. The version before it is the one that the change replaced.
create table change_values (
  project_id uuid not null,
  change_id uuid not null,
  locale_id smallint not null,
  first_key_id uuid not null,
  key_ids uuid[] not null,
  versions integer[] not null,
  values_count integer not null,
  primary key (project_id, change_id, locale_id, first_key_id)
);

-- `reworded`: the source text changed, of the key or of the form that it is made from.
create type key_action as enum ('created', 'archived', 'restored', 'reworded');

-- The keys that a change touched, up to 1,000 in a row.
create table change_keys (
  project_id uuid not null,
  change_id uuid not null,
  action key_action not null,
  first_key_id uuid not null,
  key_ids uuid[] not null,
  -- Of restored keys: the changes that had archived them, null where that is not recorded.
  archived_by uuid[],
  -- Of reworded keys: the source versions that the change ended and began.
  versions_before integer[],
  versions_after integer[],
  keys_count integer not null,
  primary key (project_id, change_id, action, first_key_id)
);

-- Null: created, or archived, by a version that did not record it.
alter table translation_key add column created_change_id uuid;
alter table translation_key add column archived_change_id uuid;

-- Other edits of keys: the fields that a change gave another content.
create table key_history (
  project_id uuid not null,
  change_id uuid not null,
  key_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  at timestamptz not null,
  primary key (project_id, change_id, key_id)
);
create index key_history_key on key_history (project_id, key_id, at);
