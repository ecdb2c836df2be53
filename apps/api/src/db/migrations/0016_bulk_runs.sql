-- Bulk changes -------------------------------------------------------------------------------------

create type bulk_run_status as enum ('running', 'completed', 'failed');

-- A change of many values or keys that a task makes, some rows in each transaction. It has the id of its
-- change.
create table bulk_run (
  project_id uuid not null references project (id),
  id uuid not null,
  status bulk_run_status not null default 'running',
  -- The order: kind, locales, action and exceptions.
  request jsonb not null,
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C" not null,
  rows_count integer not null,
  rows_done integer not null default 0,
  changed bigint not null default 0,
  skipped bigint not null default 0,
  conflicts bigint not null default 0,
  -- Code and detail, as in an error response.
  failure jsonb,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (project_id, id),
  check ((status = 'running') = (ended_at is null)),
  check ((status = 'failed') = (failure is not null))
);

-- Rows that a run has still to change: the transaction that changes them deletes the part.
create table bulk_part (
  project_id uuid not null,
  run_id uuid not null,
  part integer not null,
  row_ids uuid[] not null,
  primary key (project_id, run_id, part),
  foreign key (project_id, run_id) references bulk_run (project_id, id) on delete cascade
);
