-- Budgets that all processes share. Not logged: after a crash of the database everybody starts anew.
create unlogged table rate_window (
  -- SHA-256 of the rule and of whom it counts.
  subject bytea primary key,
  used integer not null,
  ends_at timestamptz not null
);
create index rate_window_end on rate_window (ends_at);

-- Answers to calls with an Idempotency-Key. `status` is null while the first call is running.
create table idempotency_record (
  organization_id uuid not null references organization (id),
  principal_id uuid not null,
  operation text collate "C" not null,
  key_hash bytea not null,
  body_hash bytea,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  -- Until when the first call is believed to be running.
  locked_until timestamptz not null,
  primary key (organization_id, principal_id, operation, key_hash)
);
create index idempotency_record_age on idempotency_record (created_at);
