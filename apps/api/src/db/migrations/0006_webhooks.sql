-- expand
--
-- Webhooks: what they are told, and their deliveries (docs/adr/service/0040-an-outbox-orders-events.md).

-- Identifies the key that encrypts the secrets of the database. No row: nothing is encrypted yet.
create table secret_key (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null
);

create type webhook_kind as enum ('standard', 'slack', 'teams', 'discord');
-- `failing`: for 72 hours no request succeeded. `gone`: the receiver answered that it does not exist any more.
create type webhook_disabled_reason as enum ('user', 'failing', 'gone');

create table webhook (
  organization_id uuid not null references organization (id),
  id uuid not null,
  kind webhook_kind not null,
  -- As it is shown. The address of a chat is a secret, of which only the host and the end are shown.
  address text collate "C" not null,
  description text collate "C" not null,
  events text[] collate "C" not null,
  -- Null: every project of the organization.
  project_ids uuid[],
  -- The secret that signs requests, or the address of a chat.
  secret_enc bytea not null,
  -- Valid beside the secret until `previous_until`.
  previous_secret_enc bytea,
  previous_until timestamptz,
  created_at timestamptz not null,
  disabled_at timestamptz,
  disabled_reason webhook_disabled_reason,
  -- The first failure since the last success.
  failing_since timestamptz,
  -- When the owners were told of the failures.
  warned_at timestamptz,
  -- When a worker has something to do for it. While a worker sends, the end of its lease. Null: nothing is open.
  next_at timestamptz,
  lease uuid,
  primary key (organization_id, id)
);
create index webhook_due on webhook (next_at, organization_id, id) where next_at is not null and disabled_at is null;

-- Events in the order of their transactions, until the dispatcher has made deliveries of them.
create table outbox (
  organization_id uuid not null,
  -- Microseconds of the database's clock, or more: greater than that of each event that was committed before.
  position bigint not null,
  id uuid not null default gen_random_uuid(),
  -- `changes`: those with the numbers in `body`.
  event text collate "C" not null,
  project_id uuid,
  at timestamptz not null,
  body jsonb not null,
  primary key (organization_id, position, id)
);

-- The highest number that an event of the organization has. Dispatching locks the row.
create table outbox_sequence (
  organization_id uuid primary key references organization (id),
  last_number bigint not null default 0
);

-- Changed values of a project that the next `values.changed` tells: those of the changes with these numbers.
create table outbox_values (
  organization_id uuid not null,
  project_id uuid not null,
  -- Null: nothing has changed since the last event.
  first_number bigint,
  last_number bigint not null,
  due_at timestamptz,
  sent_at timestamptz,
  primary key (organization_id, project_id)
);
create index outbox_values_due on outbox_values (due_at, organization_id, project_id) where due_at is not null;

create type webhook_delivery_status as enum ('pending', 'delivered', 'failed');

create table webhook_delivery (
  organization_id uuid not null,
  webhook_id uuid not null,
  -- Also the id that the receiver sees, the same in every attempt.
  id uuid not null,
  -- The order in which deliveries are sent. Null for a test, which does not wait for others.
  number bigint,
  event text collate "C" not null,
  body text collate "C" not null,
  created_at timestamptz not null,
  status webhook_delivery_status not null default 'pending',
  attempts integer not null default 0,
  -- When the next attempt is due after a failed one.
  next_at timestamptz,
  attempted_at timestamptz,
  answer_status integer,
  answer_head text collate "C",
  -- Why there is no answer.
  fault text collate "C",
  primary key (organization_id, webhook_id, id),
  foreign key (organization_id, webhook_id) references webhook (organization_id, id) on delete cascade
);
create unique index webhook_delivery_open on webhook_delivery (organization_id, webhook_id, number)
  where status = 'pending' and number is not null;
create index webhook_delivery_age on webhook_delivery (created_at, organization_id, webhook_id, id)
  where status <> 'pending';
