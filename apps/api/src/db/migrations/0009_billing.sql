-- Credits, their ledger, orders with the payment provider, and what the dashboard reads.

create type credit_kind as enum ('included', 'purchased');
create type ledger_type as enum ('grant', 'purchase', 'usage', 'refund', 'expiry');
create type payment_order_status as enum ('created', 'approved', 'pending', 'completed', 'failed');

-- One row an organization, locked by whoever changes its credits.
create table credit_balance (
  organization_id uuid primary key references organization (id),
  -- The sum of the ledger, and of what is left in the buckets.
  balance bigint not null default 0,
  -- Of the balance: promised to work that has not ended.
  reserved bigint not null default 0,
  -- Number of the newest row of the ledger.
  ledger_sequence bigint not null default 0,
  -- The month (2026-03) whose included credits have been seen to.
  period text collate "C",
  -- When the next bucket or reservation expires; null: none does.
  due_at timestamptz,
  check (reserved >= 0 and reserved <= balance)
);

-- Credits that came together; those that expire first are spent first.
create table credit_bucket (
  organization_id uuid not null references organization (id),
  id uuid not null,
  kind credit_kind not null,
  credits_granted bigint not null,
  credits_left bigint not null,
  -- The month of included credits, the order of purchased ones.
  period text collate "C",
  order_id uuid,
  created_at timestamptz not null,
  -- Null: never.
  expires_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, period),
  unique (organization_id, order_id),
  check (credits_left >= 0 and credits_left <= credits_granted)
);
create index credit_bucket_left on credit_bucket (organization_id, expires_at, id)
  where credits_left > 0;

-- What a call or a job may cost, from before its work until it ends, and what it came to so far.
create table credit_reservation (
  organization_id uuid not null references organization (id),
  reference_type text collate "C" not null,
  -- The call's own, or the job's.
  reference_id uuid not null,
  credits bigint not null check (credits >= 0),
  -- Counted so far by the chunks of a job.
  billed_units bigint not null default 0 check (billed_units >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, reference_type, reference_id)
);
create index credit_reservation_expiry on credit_reservation (organization_id, expires_at);

create table ledger (
  organization_id uuid not null references organization (id),
  -- 1, 2, 3… within the organization: the order in which the rows were committed.
  sequence bigint not null,
  id uuid not null,
  at timestamptz not null,
  type ledger_type not null,
  credits bigint not null,
  units bigint not null check (units >= 0),
  balance_after bigint not null check (balance_after >= 0),
  reference_type text collate "C" not null,
  reference_id text collate "C" not null,
  description text collate "C" not null,
  primary key (organization_id, sequence),
  unique (organization_id, id)
);
-- One row a month's grant, an order, a refund.
create unique index ledger_reference on ledger (organization_id, type, reference_type, reference_id)
  where type in ('grant', 'purchase', 'refund');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger ledger_append_only before update or delete on ledger
  for each row execute function refuse_change();
create trigger ledger_not_truncated before truncate on ledger
  for each statement execute function refuse_change();

create table payment_order (
  organization_id uuid not null references organization (id),
  -- Given to the provider as `custom_id`.
  id uuid not null,
  -- Names the order in the provider's webhooks, which know no organization.
  provider_order_id text collate "C" not null unique,
  pack_id text collate "C" not null,
  pack_name text collate "C" not null,
  credits bigint not null check (credits > 0),
  -- As the provider writes it: a decimal.
  amount_value text collate "C" not null,
  amount_currency text collate "C" not null,
  status payment_order_status not null default 'created',
  approve_url text collate "C" not null,
  -- Grows with every refused attempt to capture: an attempt and its repetitions share a request id.
  capture_attempt integer not null default 1,
  -- Until when somebody is believed to be capturing.
  capturing_until timestamptz,
  capture_id text collate "C",
  -- Why it failed.
  failure text collate "C",
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C" not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (organization_id, id)
);
-- One payment pays one order; events of refunds name the payment alone.
create unique index payment_order_capture on payment_order (capture_id) where capture_id is not null;

-- What an organization's projects have seen, so that a page of it costs the same however many projects
-- there are. Written by triggers, so that nothing that imports, publishes or translates can forget it.
create type activity_type as enum ('import', 'release', 'translation_job');

create table activity (
  organization_id uuid not null references organization (id),
  -- Of the change, the release or the job.
  id uuid not null,
  type activity_type not null,
  project_id uuid,
  at timestamptz not null,
  primary key (organization_id, id)
);
create index activity_project on activity (organization_id, project_id, type, id);

create function record_import_activity() returns trigger language plpgsql as $$
begin
  insert into activity (organization_id, id, type, project_id, at)
  select p.organization_id, new.id, 'import', p.id, new.at from project p where p.id = new.project_id;
  return null;
end
$$;
create function record_release_activity() returns trigger language plpgsql as $$
begin
  insert into activity (organization_id, id, type, project_id, at)
  select p.organization_id, new.id, 'release', p.id, new.created_at
  from project p where p.id = new.project_id;
  return null;
end
$$;
create function record_job_activity() returns trigger language plpgsql as $$
begin
  insert into activity (organization_id, id, type, project_id, at)
  values (new.organization_id, new.id, 'translation_job', new.project_id, new.created_at);
  return null;
end
$$;
create trigger change_activity after insert on change
  for each row when (new.kind = 'import') execute function record_import_activity();
create trigger release_activity after insert on release
  for each row execute function record_release_activity();
create trigger translation_job_activity after insert on translation_job
  for each row execute function record_job_activity();

insert into activity (organization_id, id, type, project_id, at)
select p.organization_id, c.id, 'import'::activity_type, p.id, c.at
from change c join project p on p.id = c.project_id where c.kind = 'import'
union all
select p.organization_id, r.id, 'release', p.id, r.created_at
from release r join project p on p.id = r.project_id
union all
select organization_id, id, 'translation_job', project_id, created_at from translation_job;

-- Living keys that are members of plural families: with the plain ones, all the living keys.
alter table key_count add column family_members bigint not null default 0;
update key_count c set family_members = k.members
from (
  select project_id, count(*) as members from translation_key
  where archived_at is null and plural_family is not null group by project_id
) k
where k.project_id = c.project_id;

-- Keys whose source text has changed: only their values can be outdated.
create index translation_key_reworded on translation_key (project_id, id) include (source_version)
  where source_version > 0 and archived_at is null;

create index translation_job_failed on translation_job (organization_id) where status = 'failed';

-- Outdated values of living keys, by locale; right but for the projects that are marked. Whatever writes
-- keys or values marks its project in its own transaction: whoever sees the change sees the mark. Marks
-- are only ever added, so that writers do not wait for one another.
create table outdated_count (
  project_id uuid not null,
  locale_id smallint not null,
  values_count bigint not null,
  primary key (project_id, locale_id)
);
create table outdated_mark (
  project_id uuid not null
);
create index outdated_mark_project on outdated_mark (project_id);

create function mark_reworded_keys() returns trigger language plpgsql as $$
begin
  insert into outdated_mark select distinct project_id from written where source_version > 0;
  return null;
end
$$;
create function mark_written_values() returns trigger language plpgsql as $$
begin
  insert into outdated_mark select distinct project_id from written;
  return null;
end
$$;
create trigger translation_key_outdated after update on translation_key
  referencing new table as written for each statement execute function mark_reworded_keys();
create trigger translation_value_added after insert on translation_value
  referencing new table as written for each statement execute function mark_written_values();
create trigger translation_value_changed after update on translation_value
  referencing new table as written for each statement execute function mark_written_values();
create trigger translation_value_removed after delete on translation_value
  referencing old table as written for each statement execute function mark_written_values();

insert into outdated_mark select distinct project_id from translation_key
where source_version > 0 and archived_at is null;
