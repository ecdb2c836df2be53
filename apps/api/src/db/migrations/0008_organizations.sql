-- Invitations, what lists of members and of the audit log sort by, and what the sweeper looks for.

create table invitation (
  organization_id uuid not null references organization (id),
  id uuid not null,
  email text collate "C" not null,
  -- Lower case: how addresses are compared.
  email_folded text collate "C" not null,
  role member_role not null,
  invited_by_type actor_type not null,
  invited_by_id uuid not null,
  invited_by_name text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, id)
);
-- An address has one open invitation: a new one takes its place.
create unique index invitation_open on invitation (organization_id, email_folded)
  where accepted_at is null and revoked_at is null;

-- Directory: which invitation a mailed token is for. The mailing task mints the token and writes its
-- SHA-256 here, so that the token itself is never stored.
create table invitation_token (
  token_hash bytea primary key,
  organization_id uuid not null,
  invitation_id uuid not null,
  unique (organization_id, invitation_id),
  foreign key (organization_id, invitation_id) references invitation (organization_id, id) on delete cascade
);

create index membership_seniority on membership (organization_id, joined_at, user_id);

create index audit_log_time on audit_log (organization_id, at, id);
-- Actions are `noun.verb`: the noun serves both filters, by one action and by all of a noun.
create index audit_log_noun on audit_log (organization_id, split_part(action, '.', 1), at, id);
create index audit_log_actor on audit_log (organization_id, actor_id, at, id);

create index mail_token_age on mail_token (created_at);

-- The strings and results of old jobs go; what they cost and how they ended stays.
alter table translation_job add column results_dropped_at timestamptz;
create index translation_job_results_age on translation_job (finished_at)
  where results_dropped_at is null;
