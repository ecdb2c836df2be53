-- Projects and their content. Content rows begin every key and index with project_id, so that one
-- project's rows lie together and the tables can be distributed by that column.

-- Also the directory that maps a project to its organization.
create table project (
  id uuid primary key,
  organization_id uuid not null references organization (id),
  parent_id uuid references project (id),
  name text collate "C" not null,
  source_locale_id smallint not null,
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz
);
create index project_organization on project (organization_id, id);
create index project_parent on project (parent_id, id) where parent_id is not null;

create table locale (
  project_id uuid not null references project (id),
  -- 1, 2, 3… within the project: short, because every value carries it.
  id smallint not null,
  code text collate "C" not null,
  name text collate "C" not null,
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, code)
);

create table environment (
  project_id uuid not null references project (id),
  id uuid not null,
  name text collate "C" not null,
  slug text collate "C" not null,
  fallback text collate "C" not null check (fallback in ('source', 'none')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (project_id, id),
  unique (project_id, slug)
);

-- Names are longer than a b-tree entry holds: uniqueness is on the first 16 bytes of their SHA-256.
create function name_hash(name text) returns bytea
  language sql immutable strict parallel safe
  return substring(sha256(convert_to(name, 'UTF8')) for 16);

create table translation_key (
  project_id uuid not null references project (id),
  id uuid not null,
  -- For the translation memory, which spans the projects of an organization.
  organization_id uuid not null,
  name text collate "C" not null,
  name_hash bytea not null,
  description text collate "C" not null default '',
  tags text[] collate "C" not null default '{}',
  max_length integer,
  -- The name less its plural suffix, and the suffix's CLDR category, where the key is one of a family.
  plural_family text collate "C",
  plural_style text collate "C" check (plural_style in ('_', '.')),
  plural_category text collate "C",
  plural_ordinal boolean not null default false,
  -- Grows with the source text; a value keeps the one that it was written from.
  source_version integer not null default 0,
  source_hash bytea,
  masked_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (project_id, id),
  unique (project_id, name_hash)
);

-- Names that a key had before.
create table key_alias (
  project_id uuid not null,
  name_hash bytea not null,
  name text collate "C" not null,
  key_id uuid not null,
  created_at timestamptz not null,
  primary key (project_id, name_hash),
  foreign key (project_id, key_id) references translation_key (project_id, id)
);
create index key_alias_key on key_alias (project_id, key_id);

create type value_state as enum ('translated', 'needs_review', 'reviewed');
create type value_origin as enum ('import', 'manual', 'machine', 'memory');
create type change_kind as enum ('import', 'edit', 'job');

-- What wrote values: one import, one edit, one chunk of a job.
create table change (
  project_id uuid not null references project (id),
  id uuid not null,
  kind change_kind not null,
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C" not null,
  details jsonb not null default '{}',
  at timestamptz not null,
  primary key (project_id, id)
);

create table translation_value (
  project_id uuid not null,
  locale_id smallint not null,
  key_id uuid not null,
  id uuid not null,
  text text collate "C" not null,
  state value_state not null,
  origin value_origin not null,
  version integer not null default 1,
  source_version integer not null,
  change_id uuid not null,
  -- Findings of the checks as bits; null: not computed yet.
  checks bigint,
  updated_at timestamptz not null,
  primary key (project_id, locale_id, key_id),
  unique (project_id, id),
  foreign key (project_id, key_id) references translation_key (project_id, id),
  foreign key (project_id, locale_id) references locale (project_id, id)
);

-- Superseded versions only: the current one is in translation_value.
create table value_history (
  project_id uuid not null,
  locale_id smallint not null,
  key_id uuid not null,
  version integer not null,
  text text collate "C" not null,
  state value_state not null,
  origin value_origin not null,
  change_id uuid not null,
  at timestamptz not null,
  primary key (project_id, locale_id, key_id, version)
);

-- Values of living keys that the locale needs: of a plural family, only its own categories. Changed by
-- the writing transaction as its last statement, rows in the order of the primary key.
create table value_count (
  project_id uuid not null,
  locale_id smallint not null,
  state value_state not null,
  origin value_origin not null,
  values_count bigint not null,
  primary key (project_id, locale_id, state, origin)
);

-- What a locale's missing values are counted against: its plain keys, and for each family as many as
-- the locale has categories.
create table key_count (
  project_id uuid primary key references project (id),
  plain_keys bigint not null default 0,
  cardinal_families bigint not null default 0,
  ordinal_families bigint not null default 0
);

create table glossary_term (
  project_id uuid not null references project (id),
  id uuid not null,
  term text collate "C" not null,
  translations jsonb not null default '{}',
  do_not_translate boolean not null default false,
  case_sensitive boolean not null default false,
  note text collate "C" not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (project_id, id)
);
