-- Translation jobs, what they have made, usage, and what is remembered of earlier translations.

create type translation_job_kind as enum ('strings', 'missing');
create type translation_job_status as enum ('queued', 'running', 'completed', 'failed', 'cancelled');

create table translation_job (
  organization_id uuid not null references organization (id),
  id uuid not null,
  kind translation_job_kind not null,
  project_id uuid references project (id),
  source_locale text collate "C" not null,
  -- Message format, engine, context and what of the memory it may use, as they were when it was made.
  options jsonb not null,
  status translation_job_status not null default 'queued',
  -- Fences the job's task: each turn is run by the task that was enqueued for it, and by no other.
  turn integer not null default 0,
  strings_total integer not null,
  strings_done integer not null default 0,
  strings_failed integer not null default 0,
  units bigint not null default 0,
  billed_units bigint not null default 0,
  memory_hits integer not null default 0,
  -- Strings that each engine made.
  engines jsonb not null default '{}',
  error_code text collate "C",
  error_message text collate "C",
  created_by_type actor_type not null,
  created_by_id uuid not null,
  created_by_name text collate "C" not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (organization_id, id)
);
create index translation_job_project on translation_job (organization_id, project_id, id);
create index translation_job_active on translation_job (organization_id, id)
  where status in ('queued', 'running');

-- The engine that a job uses for a locale: chosen when it gets there, kept to its end.
create table translation_job_locale (
  organization_id uuid not null,
  job_id uuid not null,
  locale text collate "C" not null,
  engine text collate "C",
  primary key (organization_id, job_id, locale),
  foreign key (organization_id, job_id) references translation_job (organization_id, id) on delete cascade
);

-- Strings of a job, some hundred in a row. Locales that are given the same strings share them.
create table translation_source (
  organization_id uuid not null,
  job_id uuid not null,
  id integer not null,
  strings jsonb not null,
  primary key (organization_id, job_id, id),
  foreign key (organization_id, job_id) references translation_job (organization_id, id) on delete cascade
);

-- The checkpoint: strings of one locale that are finished together.
create table translation_chunk (
  organization_id uuid not null,
  job_id uuid not null,
  locale text collate "C" not null,
  chunk integer not null,
  source_id integer not null,
  strings_count integer not null,
  is_done boolean not null default false,
  -- Grows whenever a worker takes the chunk; what an earlier attempt brings is refused.
  attempt integer not null default 0,
  -- In the order of the strings; null for those that still wait for their engine.
  results jsonb,
  primary key (organization_id, job_id, locale, chunk),
  foreign key (organization_id, job_id) references translation_job (organization_id, id) on delete cascade
);
create index translation_chunk_open on translation_chunk (organization_id, job_id, locale, chunk)
  where not is_done;

create table usage_daily (
  organization_id uuid not null references organization (id),
  -- In UTC.
  day date not null,
  -- Null for strings of the caller without a project.
  project_id uuid,
  -- `memory` for hits; null where no engine was needed.
  engine text collate "C",
  source_locale text collate "C" not null,
  target_locale text collate "C" not null,
  strings bigint not null,
  units bigint not null,
  billed_units bigint not null,
  unique nulls not distinct (organization_id, day, project_id, engine, source_locale, target_locale)
);

-- Answers of engines that kept their placeholders. The hash is of everything that they depend on.
create table engine_answer (
  organization_id uuid not null references organization (id),
  request_hash bytea not null,
  body text collate "C" not null,
  created_at timestamptz not null,
  primary key (organization_id, request_hash)
);
create index engine_answer_age on engine_answer (organization_id, created_at);

-- Translation memory: the values beside a key, found by its source text. The hashes are of the source
-- locale and the text; a band is a hash of the organization, the locale and part of a sketch of the
-- text's trigrams, so that similar texts share some.
alter table translation_key add column memory_bands bigint[];
create index translation_key_source_hash on translation_key (organization_id, source_hash)
  where source_hash is not null;
create index translation_key_masked_hash on translation_key (organization_id, masked_hash)
  where masked_hash is not null;
create index translation_key_bands on translation_key using gin (memory_bands)
  where source_hash is not null;
create index translation_key_unhashed on translation_key (project_id, id) where source_hash is null;
-- Keys that were found to have no source text; they may get one.
create index translation_key_textless on translation_key (project_id, id) where source_hash = '';
