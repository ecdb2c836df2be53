-- Imports that are computed and not applied yet. They expire; a task deletes them.
create table staged_import (
  project_id uuid not null references project (id),
  id uuid not null,
  organization_id uuid not null references organization (id),
  format text collate "C" not null,
  -- Canonical tag of the request; the file may contain more locales.
  locale text collate "C" not null,
  target_locales text[] collate "C" not null,
  mode text collate "C" not null check (mode in ('overwrite', 'keep', 'fail')),
  prune boolean not null,
  -- What the dry run found: the locales and keys, and the number of changes of each kind.
  result jsonb not null default '{}',
  warnings jsonb not null default '[]',
  -- The warnings of reading the file: applying reports them, too.
  file_warnings jsonb not null default '{}',
  -- The size of the chunks.
  size_bytes bigint not null default 0,
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Applied imports keep their row until they expire, without their chunks.
  applied_at timestamptz,
  primary key (project_id, id)
);
create index staged_import_organization on staged_import (organization_id, expires_at);
create index staged_import_end on staged_import (expires_at);

-- The rows of a staged import, some thousand in a chunk, as compressed JSON.
create table staged_import_chunk (
  project_id uuid not null,
  import_id uuid not null,
  -- 1, 2, 3… in the order of the file.
  chunk integer not null,
  -- Bits of the kinds of changes that the chunk contains; 0: it contains keys of the file instead.
  kinds smallint not null,
  -- Null: keys.
  locale text collate "C",
  content bytea not null,
  primary key (project_id, import_id, chunk),
  foreign key (project_id, import_id) references staged_import (project_id, id) on delete cascade
);
-- The chunks are compressed already.
alter table staged_import_chunk alter column content set storage external;
