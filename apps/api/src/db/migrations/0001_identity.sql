-- People, organizations, credentials, audit. Text is collate "C": the same order on every host.

create type member_role as enum ('owner', 'admin', 'developer', 'translator', 'viewer');
create type actor_type as enum ('user', 'api_key', 'job');

create table app_user (
  id uuid primary key,
  email text collate "C" not null,
  -- Lower case: how addresses are compared.
  email_folded text collate "C" not null,
  name text collate "C" not null,
  password_hash text collate "C" not null,
  email_verified_at timestamptz,
  created_at timestamptz not null,
  deactivated_at timestamptz
);
-- A deactivated account leaves its address free.
create unique index app_user_email on app_user (email_folded) where deactivated_at is null;

create table organization (
  id uuid primary key,
  name text collate "C" not null,
  slug text collate "C" not null unique,
  -- The user whose personal organization it is.
  personal_user_id uuid unique references app_user (id),
  created_at timestamptz not null,
  archived_at timestamptz
);

create table membership (
  organization_id uuid not null references organization (id),
  user_id uuid not null references app_user (id),
  role member_role not null,
  joined_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index membership_user on membership (user_id);

create table session (
  token_hash bytea primary key,
  id uuid not null unique,
  user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);

create type mail_token_purpose as enum ('verify_email', 'reset_password');

-- A row is made with the request; the mailing task mints the token and writes its hash, so that the
-- token itself is never stored.
create table mail_token (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  purpose mail_token_purpose not null,
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz,
  used_at timestamptz,
  voided_at timestamptz
);
create index mail_token_user on mail_token (user_id, purpose);

create table api_key (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text collate "C" not null,
  prefix text collate "C" not null,
  scopes text[] collate "C" not null,
  -- Null: every project of the organization.
  project_ids uuid[],
  created_by_type actor_type not null,
  created_by_id uuid not null,
  created_by_name text collate "C" not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, id)
);

-- Directory: which key a presented token is. SHA-256 of the token.
create table api_key_token (
  token_hash bytea primary key,
  organization_id uuid not null,
  api_key_id uuid not null,
  foreign key (organization_id, api_key_id) references api_key (organization_id, id) on delete cascade
);

create table audit_log (
  organization_id uuid not null references organization (id),
  id uuid not null,
  at timestamptz not null,
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C" not null,
  action text collate "C" not null,
  target_type text collate "C" not null,
  target_id text collate "C" not null,
  target_name text collate "C",
  address text collate "C",
  details jsonb not null default '{}',
  primary key (organization_id, id)
);
