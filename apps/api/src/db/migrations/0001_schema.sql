-- expand
--
-- The whole schema, grouped by noun. Text is `collate "C"`: it sorts alike on every host. Every key and index of a
-- tenant's rows holds organization_id or project_id, so that the tables can be distributed by that column. One index of a
-- table leads with it, in the order that lists read. An index for look-ups by an id or a hash leads with that: a planner
-- without statistics of a new tenant takes any index that leads with the tenant, and reads all of the tenant's rows.

-- Search without case in any language. PostgreSQL 17 and later have a collation for it that is the same
-- on every host; earlier versions use ICU's, and without ICU only ASCII letters are folded.
do $$
declare
  base text := 'C';
begin
  if exists (select from pg_collation where collname = 'pg_c_utf8') then
    base := 'pg_c_utf8';
  elsif exists (select from pg_collation where collname = 'und-x-icu') then
    base := 'und-x-icu';
  end if;
  execute format('create collation search_fold from pg_catalog.%I', base);
end
$$;

-- Names are longer than a b-tree entry holds: uniqueness is on 4 bytes of the SHA-256 of the project's id, so that the
-- names of a project lie together, and 12 bytes of the SHA-256 of the id and the name. Whoever finds a row by it compares
-- the name, too. As `stable` as the encoding of the database: so that PostgreSQL inlines it.
create function name_hash(project_id uuid, name text) returns uuid
  language sql stable parallel safe
  return encode(substring(sha256(uuid_send(project_id)) for 4)
                || substring(sha256(uuid_send(project_id) || convert_to(name, 'UTF8')) for 12), 'hex')::uuid;

-- The name of an actor is null once the person has erased the account.
-- True for the row of a project that was found by the hash of the project and a name. It is no equation, which PostgreSQL
-- could use instead of the hash. Where tables are partitioned by project it has to be one (docs/scaling/partition.sql).
create function is_of_project(project_id uuid, wanted uuid) returns boolean
  immutable parallel safe language sql as $$ select $1 is not distinct from $2 $$;

create type actor_type as enum ('user', 'api_key', 'job');

-- Users, sessions and mailed links ------------------------------------------------------------------

create table app_user (
  id uuid primary key,
  email text collate "C" not null,
  -- Lower case: how addresses are compared.
  email_folded text collate "C" not null,
  name text collate "C" not null,
  password_hash text collate "C" not null,
  email_verified_at timestamptz,
  -- What a person sets in the web app: views, shortcuts, saved queries.
  preferences jsonb not null default '{}',
  created_at timestamptz not null,
  -- An erased account has no address, name, password and preferences any more.
  deactivated_at timestamptz,
  -- When the name is taken out of what the person did, again; null if it never was, or need not be any more.
  erase_at timestamptz,
  -- The last project that is done; null if none is.
  erase_after uuid
);
create index app_user_erasure on app_user (erase_at) where erase_at is not null;
-- A deactivated account leaves its address free.
create unique index app_user_email on app_user (email_folded) where deactivated_at is null;

create table session (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  id uuid not null unique,
  user_id uuid not null references app_user (id),
  -- Browser that started the session, as it named itself.
  user_agent text collate "C",
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);

create type mail_token_purpose as enum ('verify_email', 'reset_password', 'change_email');

-- A request inserts the row; the task that sends the mail mints the token and writes its hash, so that
-- the token itself is never stored.
create table mail_token (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  purpose mail_token_purpose not null,
  token_hash bytea unique,
  -- New address that a `change_email` token confirms.
  email text collate "C",
  created_at timestamptz not null,
  expires_at timestamptz,
  used_at timestamptz,
  voided_at timestamptz
);
create index mail_token_user on mail_token (user_id, purpose);
create index mail_token_age on mail_token (created_at);

-- Organizations, members and invitations ------------------------------------------------------------

create type member_role as enum ('owner', 'admin', 'developer', 'translator', 'viewer');

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
create index membership_user_organization on membership (user_id, organization_id);
create index membership_seniority on membership (organization_id, joined_at, user_id);
create index membership_role on membership (organization_id, role, joined_at, user_id);

create table invitation (
  organization_id uuid not null references organization (id),
  id uuid not null,
  email text collate "C" not null,
  -- Lower case: how addresses are compared.
  email_folded text collate "C" not null,
  role member_role not null,
  invited_by_type actor_type not null,
  invited_by_id uuid not null,
  invited_by_name text collate "C",
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, id)
);
-- An address has one open invitation: a new one replaces it.
create unique index invitation_open on invitation (organization_id, email_folded)
  where accepted_at is null and revoked_at is null;
create index invitation_address on invitation (email_folded, organization_id);
create index invitation_pending on invitation (organization_id, id)
  where accepted_at is null and revoked_at is null;

-- Directory: which invitation a mailed token is for. The task that sends the mail mints the token and
-- writes its SHA-256 here, so that the token itself is never stored.
create table invitation_token (
  token_hash bytea primary key,
  organization_id uuid not null,
  invitation_id uuid not null,
  unique (organization_id, invitation_id),
  foreign key (organization_id, invitation_id) references invitation (organization_id, id) on delete cascade
);

-- API keys ------------------------------------------------------------------------------------------

create table api_key (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text collate "C" not null,
  prefix text collate "C" not null,
  scopes text[] collate "C" not null,
  -- Null: every project of the organization.
  project_ids uuid[],
  -- Null for a key of the organization. A personal key has at most the scopes that the role of its user still has,
  -- and ends with the membership.
  user_id uuid references app_user (id),
  created_by_type actor_type not null,
  created_by_id uuid not null,
  created_by_name text collate "C",
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (organization_id, id)
);
create index api_key_active on api_key (organization_id, id) where revoked_at is null;
create index api_key_active_user on api_key (organization_id, user_id, id)
  where user_id is not null and revoked_at is null;

-- Directory: which key a presented token belongs to.
create table api_key_token (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  organization_id uuid not null,
  api_key_id uuid not null,
  foreign key (organization_id, api_key_id) references api_key (organization_id, id) on delete cascade
);

-- Audit log -----------------------------------------------------------------------------------------

create table audit_log (
  organization_id uuid not null references organization (id),
  id uuid not null,
  at timestamptz not null,
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C",
  action text collate "C" not null,
  target_type text collate "C" not null,
  target_id text collate "C" not null,
  target_name text collate "C",
  address text collate "C",
  details jsonb not null default '{}',
  primary key (organization_id, id)
);
create index audit_log_time on audit_log (organization_id, at, id);
-- Actions are `noun.verb`: the noun serves both filters, by one action and by all actions of a noun.
create index audit_log_noun on audit_log (organization_id, split_part(action, '.', 1), at, id);
create index audit_log_actor on audit_log (actor_id, organization_id, at, id);
create index audit_log_invited on audit_log (lower(target_name), organization_id, id)
  where target_type = 'invitation';

-- Rate limits and idempotency -----------------------------------------------------------------------

-- Budgets that all processes share. Not logged: after a crash of the database, counting starts again.
create unlogged table rate_window (
  -- SHA-256 of the rule and of whom it counts.
  subject bytea primary key,
  used integer not null,
  ends_at timestamptz not null,
  -- How many uses the last request for a lease was granted: what a process may count on its own.
  granted integer not null default 0
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
  -- Until when the first call is assumed to be running.
  locked_until timestamptz not null,
  primary key (organization_id, principal_id, operation, key_hash)
);
create index idempotency_record_age on idempotency_record (created_at);

-- Projects, locales and environments ----------------------------------------------------------------

-- Also the directory that maps a project to its organization.
create table project (
  id uuid primary key,
  organization_id uuid not null references organization (id),
  parent_id uuid references project (id),
  name text collate "C" not null,
  -- The slug that answers show.
  slug text collate "C" not null,
  source_locale_id smallint not null,
  -- Numbers of removed locales are not given out again: ids of values contain them.
  last_locale_id smallint not null default 0,
  -- Source versions of values written before this time count the changes of another source locale's texts.
  source_changed_at timestamptz,
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz
);
create index project_organization on project (organization_id, id);
create index project_parent on project (parent_id, id) where parent_id is not null;
create index project_archived on project (organization_id, id) where archived_at is not null;
create index project_archived_parent on project (parent_id, id)
  where parent_id is not null and archived_at is not null;

-- Every slug that a project has or had: it leads to the project for good, so that no repository that names it ever
-- reaches another one.
create table project_slug (
  organization_id uuid not null references organization (id),
  slug text collate "C" not null,
  project_id uuid not null references project (id) deferrable initially deferred,
  primary key (organization_id, slug)
);

create table locale (
  project_id uuid not null references project (id),
  -- 1, 2, 3… within the project: short, because every value and its id carry it.
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
  -- Prefixes of names under which bundles of the environment can be requested: they bound the number of shapes.
  prefixes text[] collate "C" not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (project_id, id),
  unique (project_id, slug)
);
create index environment_archived on environment (project_id, id) where archived_at is not null;

-- Keys ----------------------------------------------------------------------------------------------

create table translation_key (
  project_id uuid not null,
  -- The last 16 bits are zero: the ids of the key's values have the number of their locale there.
  id uuid not null check (substring(uuid_send(id) from 15) = '\x0000'),
  -- For the translation memory, which spans the projects of an organization.
  organization_id uuid not null,
  name text collate "C" not null,
  name_hash uuid not null,
  -- Id of the unit of a key in the XLIFF file that it came from, if it differs from the name.
  unit_id text collate "C",
  description text collate "C" not null default '',
  -- Who wrote the description: a file, which may renew it, or a person.
  description_origin text not null default 'person' check (description_origin in ('file', 'person')),
  tags text[] collate "C" not null default '{}',
  max_length integer,
  -- If the key is a member of a plural family: its name without the plural suffix, and the CLDR category
  -- that the suffix names.
  plural_family text collate "C",
  plural_style text collate "C" check (plural_style in ('_', '.')),
  plural_category text collate "C",
  plural_ordinal boolean not null default false,
  -- A `_zero` form of i18next that the source has: i18next shows it for the count 0 in every language.
  plural_everywhere boolean not null default false,
  -- What a file said of the plural family of a key: its forms are cardinal and selected by integers or by any number,
  -- or they are ordinal. Null if no file did: the names then tell of the family.
  plural_said text collate "C" check (plural_said in ('integer', 'number', 'ordinal')),
  -- False for a text that is the same in all languages. The forms of a plural family agree.
  translatable boolean not null default true,
  -- Grows with each change of the source text; a value keeps the version that it was written from.
  source_version integer not null default 0,
  -- A revert gives a key the source version back that it had, so that translations of that text are not outdated. The
  -- next new text gets a number that none had before.
  last_source_version integer not null default 0,
  -- Translation memory: the values of a key are found by its source text. The hashes are of the source locale and the
  -- text, and of the text without its placeholders if that differs. Null: the key has no source text.
  source_hash bytea,
  masked_hash bytea,
  created_at timestamptz not null,
  created_change_id uuid,
  updated_at timestamptz not null,
  archived_at timestamptz,
  archived_change_id uuid,
  -- Of a key that a revert archived again: the change that had archived it first.
  first_archived_change_id uuid,
  primary key (project_id, id),
  constraint translation_key_name unique (name_hash, project_id)
);
create index translation_key_source_hash on translation_key (source_hash, organization_id)
  where source_hash is not null;
create index translation_key_masked_hash on translation_key (masked_hash, organization_id)
  where masked_hash is not null;
-- Each export as CSV asks if any key has a description; without this index, a project without
-- descriptions is read whole for the answer.
create index translation_key_described on translation_key (project_id)
  where archived_at is null and description <> '';
-- The rows of a project, one for each plain key and for each family's form `other`: an index of rows is read
-- from here, without the keys themselves.
create index translation_key_row on translation_key (project_id, id) include (plural_category)
  where archived_at is null and (plural_category is null or plural_category = 'other');
-- Few keys are archived, so that leaving out their values is cheap.
create index translation_key_archived on translation_key (project_id, id)
  where archived_at is not null;

-- Names that a key had before.
create table key_alias (
  project_id uuid not null,
  name_hash uuid not null,
  name text collate "C" not null,
  key_id uuid not null,
  created_at timestamptz not null,
  primary key (name_hash, project_id),
  foreign key (project_id, key_id) references translation_key (project_id, id)
);
create index key_alias_key on key_alias (project_id, key_id);

-- What the missing values of a locale are counted against: the plain keys, and for each plural family as
-- many values as the locale has categories.
create table key_count (
  project_id uuid primary key references project (id),
  plain_keys bigint not null default 0,
  -- Those whose forms are selected by any number.
  cardinal_families bigint not null default 0,
  integer_families bigint not null default 0,
  ordinal_families bigint not null default 0,
  -- Active keys that are members of plural families: with the plain keys, all active keys.
  family_members bigint not null default 0,
  -- Active `_zero` forms that every locale needs.
  zero_forms bigint not null default 0,
  -- Active keys outside of families that no locale needs. `plain_keys` and the families are without them.
  untranslatable_keys bigint not null default 0
);

-- Changes in the order in which they are numbered ---------------------------------------------------

create type change_kind as enum ('import', 'edit', 'job', 'bulk', 'revert');

-- What wrote keys and values, in one transaction. Work of several transactions, such as a job, is a parent with a
-- change for each of them. A change is inserted without a number. Once it is committed, a task or the next import or
-- export of the project numbers it: 1, 2, 3… within the project.
create table change (
  project_id uuid not null references project (id),
  id uuid not null,
  kind change_kind not null,
  parent_id uuid,
  number bigint,
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C",
  details jsonb not null default '{}',
  -- False for changes of versions that did not store what a change touched.
  is_recorded boolean not null default true,
  at timestamptz not null,
  primary key (project_id, id)
);
create unique index change_number on change (project_id, number) where number is not null;
create index change_unnumbered on change (project_id, id) where number is null;
create index change_parent on change (project_id, parent_id, id) where parent_id is not null;
-- Most changes are edits: the others are found without reading those.
create index change_kind on change (project_id, kind, number)
  where kind <> 'edit' and parent_id is null and number is not null;

-- The highest number of a project and the change that has it. Numbering locks the row.
create table change_sequence (
  project_id uuid primary key references project (id),
  last_number bigint not null default 0,
  -- Null: no change has a number yet.
  last_change_id uuid
);

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

-- Ids hardly compress: trying took as long as inserting the values.
alter table change_values alter column key_ids set storage external, alter column versions set storage external;
alter table change_keys alter column key_ids set storage external;

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
create index key_history_key on key_history (key_id, project_id, at);

-- Values and their history --------------------------------------------------------------------------

create type value_state as enum ('translated', 'needs_review', 'reviewed');
create type value_origin as enum ('import', 'manual', 'machine', 'memory');

-- A value has no id of its own: on the wire it is the id of the key with the number of the locale in its last 16 bits.
-- That its key and locale exist is checked by whoever writes many values, once for all of them: keys are never deleted,
-- and a locale only if it has no values.
create table translation_value (
  project_id uuid not null,
  locale_id smallint not null,
  key_id uuid not null,
  text text collate "C" not null,
  state value_state not null,
  origin value_origin not null,
  version integer not null default 1,
  source_version integer not null,
  change_id uuid not null,
  -- Findings of the checks as bits, computed before the value is written. A change of what they depend on adds a row to
  -- `recheck`.
  checks bigint not null default 0,
  -- Words that the engine left untranslated; null if it named none, or a person has written or confirmed
  -- the text since.
  unknown_words text collate "C",
  updated_at timestamptz not null,
  -- Findings that people dismissed, as bits like checks. Writers of another text or source text reset them.
  ignored_checks bigint not null default 0,
  -- The version of the value whose text, or absence, a revert restored; null for a version of its own.
  -- What two versions have restored from the same one is the same. 0 is a value that never was.
  restored_version integer,
  primary key (project_id, locale_id, key_id)
);
-- Few values have findings: counting them costs as much as there are.
create index translation_value_complaint on translation_value (project_id, locale_id, key_id)
  where checks <> 0;
-- Another source text ends the dismissals of few values.
create index translation_value_ignored on translation_value (project_id, key_id)
  where ignored_checks <> 0;

-- Values whose findings are to be computed again, because something has changed that they depend on. A task works
-- through the rows of a project one after the other, and deletes them.
create table recheck (
  project_id uuid not null,
  id uuid not null,
  -- At most 1,000; the other forms of their plural families follow. Null: all keys after `after_key_id`.
  key_ids uuid[],
  after_key_id uuid not null default '00000000-0000-0000-0000-000000000000',
  reason text collate "C" not null check (reason in ('source', 'key', 'terms', 'settings', 'revert')),
  primary key (project_id, id)
);

-- Superseded versions only: the current version is in translation_value. Without a text, the value was missing at
-- this version.
create table value_history (
  project_id uuid not null,
  locale_id smallint not null,
  key_id uuid not null,
  version integer not null,
  text text collate "C",
  state value_state,
  origin value_origin,
  -- The key's source version that the text was written from; null: not recorded, or no text.
  source_version integer,
  -- A restored version gets its words back that an engine left untranslated.
  unknown_words text,
  restored_version integer,
  change_id uuid not null,
  at timestamptz not null,
  primary key (project_id, locale_id, key_id, version),
  constraint value_history_text
    check ((text is null) = (state is null) and (text is null) = (origin is null))
);

-- The current version of a value that was made missing again. The next text of the key in the locale
-- goes on with the version numbers and moves this version to the history.
create table cleared_value (
  project_id uuid not null,
  locale_id smallint not null,
  key_id uuid not null,
  version integer not null,
  restored_version integer,
  change_id uuid not null,
  at timestamptz not null,
  primary key (project_id, locale_id, key_id)
);

-- Who dismissed findings and took that back.
create table ignored_check_history (
  project_id uuid not null,
  locale_id smallint not null,
  key_id uuid not null,
  id uuid not null,
  code text collate "C" not null,
  -- False: the dismissal was taken back.
  ignored boolean not null,
  -- Version of the value.
  version integer not null,
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C",
  at timestamptz not null,
  primary key (project_id, locale_id, key_id, id),
  foreign key (project_id, key_id) references translation_key (project_id, id),
  foreign key (project_id, locale_id) references locale (project_id, id)
);

-- Counts and revisions that writers only append to --------------------------------------------------

-- Values of active keys that the locale needs: of a plural family, only its own categories.
create table value_count (
  project_id uuid not null,
  locale_id smallint not null,
  state value_state not null,
  origin value_origin not null,
  values_count bigint not null,
  primary key (project_id, locale_id, state, origin)
);

-- Differences in value_count. A task folds them into the counts; readers add both up.
create table value_count_delta (
  project_id uuid not null,
  locale_id smallint not null,
  state value_state not null,
  origin value_origin not null,
  values_count bigint not null
);
create index value_count_delta_project on value_count_delta (project_id, locale_id);

-- Outdated values of active keys, by locale. Each transaction that outdates or renews values appends the
-- difference, so that writers do not wait for each other. A task adds those rows to the count; readers
-- add both up.
create table outdated_value_count (
  project_id uuid not null,
  locale_id smallint not null,
  values_count bigint not null,
  primary key (project_id, locale_id)
);
create table outdated_value_delta (
  project_id uuid not null,
  locale_id smallint not null,
  values_count bigint not null
);
create index outdated_value_delta_project on outdated_value_delta (project_id);

-- Tells if the keys of a project (locale 0) or the values of a locale have changed: each transaction that
-- writes them appends a mark with a random id. The revision is the number of the visible marks and the
-- exclusive or of their ids, which no order of commits leaves as it was. Content without marks was
-- never written.
create table revision_mark (
  project_id uuid not null,
  locale_id smallint not null,
  id bigint not null
);
create index revision_mark_project on revision_mark (project_id, locale_id) include (id);

-- The marks that a task has folded.
create table content_revision (
  project_id uuid not null references project (id),
  locale_id smallint not null,
  marks_count bigint not null,
  marks_xor bigint not null,
  primary key (project_id, locale_id)
);

-- Progress of a project at the end of a day in UTC: of each enabled locale, and as locale 0 of the enabled target
-- locales together. A day on which nothing differs from the day before has no row. Rows are kept for 180 days, and
-- the last one before these.
create table daily_progress (
  project_id uuid not null references project (id),
  locale_id smallint not null,
  day date not null,
  translated bigint not null,
  needs_review bigint not null,
  missing bigint not null,
  primary key (project_id, locale_id, day)
);
create index daily_progress_age on daily_progress (day);

-- Staged imports ------------------------------------------------------------------------------------

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
  actor_name text collate "C",
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
  actor_name text collate "C",
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

-- Glossary ------------------------------------------------------------------------------------------

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

-- Translation memory ---------------------------------------------------------------------------------

-- Source texts of an organization, each once, by which similar texts are found. A band is a hash of the organization,
-- the locale and part of a sketch of the text's trigrams: similar texts share some.
create table memory_text (
  organization_id uuid not null,
  -- As that of a key.
  source_hash bytea not null,
  bands integer[] not null,
  primary key (source_hash, organization_id)
);
create index memory_text_bands on memory_text using gin (bands);

-- Changes with source texts that may be new to `memory_text`, for the task that adds them.
create table memory_change (
  project_id uuid not null,
  -- Of the change; or, if `hashes_all`, of the row.
  id uuid not null,
  -- True if the hashes of all keys are to be computed again, because the source locale is another one.
  hashes_all boolean not null default false,
  after_key_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (project_id, id)
);


-- Translations that came in a file of another translation memory: they belong to no key.
create table memory_unit (
  project_id uuid not null references project (id),
  id uuid not null,
  -- Of the project, so that the memory of an organization is found without its projects.
  organization_id uuid not null,
  source_locale text collate "C" not null,
  target_locale text collate "C" not null,
  source text collate "C" not null,
  target text collate "C" not null,
  -- As those of a key.
  source_hash bytea not null,
  masked_hash bytea not null,
  memory_bands integer[] not null,
  target_hash bytea not null,
  created_at timestamptz not null,
  primary key (project_id, target_locale, id),
  unique (source_hash, target_hash, target_locale, project_id)
);
create index memory_unit_source_hash on memory_unit (source_hash, target_locale, organization_id);
create index memory_unit_masked_hash on memory_unit (masked_hash, target_locale, organization_id);
create index memory_unit_bands on memory_unit using gin (memory_bands);

-- Releases ------------------------------------------------------------------------------------------

-- The messages of a locale, stored once for all releases that publish them.
create table bundle_blob (
  project_id uuid not null references project (id),
  -- SHA-256 of the content.
  sha256 bytea not null,
  -- Flat JSON in the order of the keys, UTF-8.
  content bytea not null,
  key_count integer not null,
  created_at timestamptz not null,
  primary key (project_id, sha256)
);

-- A task publishes a release after it was requested: readers know published releases only.
create type release_status as enum ('publishing', 'published', 'failed');

create table release (
  project_id uuid not null,
  id uuid not null,
  environment_id uuid not null,
  version integer not null,
  status release_status not null,
  note text collate "C" not null default '',
  -- The earlier release that this release publishes again, if it does.
  from_release_id uuid,
  -- A release of only some locales changes nothing for readers of the others: they keep the release that
  -- they had. A release of all locales ends those that it does not contain.
  partial boolean not null default false,
  -- What joined the segments of its names when it was published, for the nested form; null: they are
  -- never split.
  key_separator text collate "C",
  -- The first findings, errors before warnings; null: not checked.
  check_findings jsonb,
  -- The levels of checks that the project had when a release was made: its errors and warnings stay what they were.
  check_levels jsonb not null default '{}',
  -- Why it failed: code, detail and errors, as in an error response.
  failure jsonb,
  -- True while the request that created it waits: if nothing would change, the release is deleted, and the
  -- request is answered with the live one.
  withdrawable boolean not null default false,
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C",
  created_at timestamptz not null,
  -- When its content was complete, here and in the bundle store: what is left is to name it in the manifest, and
  -- to show it. Its publication time, if a store is used.
  pending_at timestamptz,
  published_at timestamptz,
  primary key (project_id, id),
  foreign key (project_id, environment_id) references environment (project_id, id),
  check ((status = 'published') = (published_at is not null)),
  check ((status = 'failed') = (failure is not null))
);
-- A failed release gives its version to the next one.
create unique index release_version on release (project_id, environment_id, version)
  where status = 'published';
-- One release of an environment is published at a time.
create unique index release_publishing on release (project_id, environment_id)
  where status = 'publishing';

create table release_locale (
  project_id uuid not null,
  release_id uuid not null,
  locale text collate "C" not null,
  sha256 bytea not null,
  -- SHA-256 of the nested form, if the bundle store has it.
  nested_sha256 bytea,
  key_count integer not null,
  size_bytes integer not null,
  -- Of everything that the messages were made from: equal fingerprints, equal messages.
  fingerprint text collate "C" not null,
  -- How many values each check found a fault in, by its code; null: not checked.
  checks jsonb,
  primary key (project_id, release_id, locale),
  foreign key (project_id, release_id) references release (project_id, id),
  foreign key (project_id, sha256) references bundle_blob (project_id, sha256)
);
-- Messages that were published before, in any release and environment, are not built again.
create index release_locale_fingerprint on release_locale (fingerprint, project_id);
-- Blobs of the bundle store that a release names, of any project.
create index release_locale_sha256 on release_locale (sha256);
create index release_locale_nested_sha256 on release_locale (nested_sha256) where nested_sha256 is not null;

-- Blobs of the bundle store that no release names, from when on. They are deleted after a while.
create table unnamed_blob (
  sha256 bytea primary key,
  since timestamptz not null
);

-- Translation jobs ----------------------------------------------------------------------------------

create type translation_job_kind as enum ('strings', 'missing');
create type translation_job_status as enum ('queued', 'running', 'completed', 'failed', 'cancelled');

create table translation_job (
  organization_id uuid not null references organization (id),
  id uuid not null,
  kind translation_job_kind not null,
  project_id uuid references project (id),
  source_locale text collate "C" not null,
  -- Message format, engine, context and permitted use of the memory, as of the job's creation.
  options jsonb not null,
  status translation_job_status not null default 'queued',
  -- Number of the job's next slice, which only the task with this number runs.
  slice integer not null default 0,
  strings_total integer not null,
  strings_done integer not null default 0,
  strings_failed integer not null default 0,
  units bigint not null default 0,
  billed_units bigint not null default 0,
  memory_hits integer not null default 0,
  -- How many strings each engine translated.
  engines jsonb not null default '{}',
  error_code text collate "C",
  error_message text collate "C",
  -- Facts of the error, from which clients write sentences in their own languages. Null for errors without facts.
  error_params jsonb,
  -- By locale: why no engine translated into it; null once an engine has.
  locale_errors jsonb not null default '{}',
  created_by_type actor_type not null,
  created_by_id uuid not null,
  created_by_name text collate "C",
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- The strings and results of old jobs are deleted; what they cost and how they ended stays.
  results_dropped_at timestamptz,
  primary key (organization_id, id)
);
create index translation_job_project on translation_job (project_id, id, organization_id);
create index translation_job_active on translation_job (organization_id, id)
  where status in ('queued', 'running');
create index translation_job_failed on translation_job (organization_id) where status = 'failed';
create index translation_job_results_age on translation_job (finished_at)
  where results_dropped_at is null;

-- The engine that a job uses for a locale: chosen when the job reaches the locale, and kept.
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
  -- Grows whenever a worker takes the chunk; results of an earlier attempt are refused.
  attempt integer not null default 0,
  -- In the order of the strings; null for those that still wait for their engine.
  results jsonb,
  primary key (organization_id, job_id, locale, chunk),
  foreign key (organization_id, job_id) references translation_job (organization_id, id) on delete cascade
);
create index translation_chunk_open on translation_chunk (organization_id, job_id, locale, chunk)
  where not is_done;

-- Strings and results are written once, read once or twice and deleted: compressing them took longer than
-- writing them.
alter table translation_source alter column strings set storage external;
alter table translation_chunk alter column results set storage external;

-- Answers of engines that kept their placeholders. Nothing depends on this cache, and it is swept by age:
-- a foreign key to the organization took a third of the time of its writes.
create table engine_answer (
  organization_id uuid not null,
  -- Of everything that the answer depends on.
  request_hash bytea not null,
  body text collate "C" not null,
  -- Words that the engine left untranslated; null if it named none.
  unknown_words text collate "C",
  created_at timestamptz not null,
  primary key (request_hash, organization_id)
);
create index engine_answer_age on engine_answer (organization_id, created_at);

create table usage_daily (
  organization_id uuid not null references organization (id),
  -- In UTC.
  day date not null,
  -- Null for strings that belong to no project.
  project_id uuid,
  -- `memory` for hits; null if no engine was needed.
  engine text collate "C",
  source_locale text collate "C" not null,
  target_locale text collate "C" not null,
  strings bigint not null,
  units bigint not null,
  billed_units bigint not null,
  unique nulls not distinct (organization_id, day, project_id, engine, source_locale, target_locale)
);

-- Credits and payments ------------------------------------------------------------------------------

create type credit_kind as enum ('included', 'purchased');
create type ledger_type as enum ('grant', 'purchase', 'usage', 'refund', 'expiry');
create type payment_order_status as enum ('created', 'approved', 'pending', 'completed', 'failed');

-- One row for each organization, locked by the transaction that changes its credits.
create table credit_balance (
  organization_id uuid primary key references organization (id),
  -- The sum of the ledger, and of what is left in the buckets.
  balance bigint not null default 0,
  -- Part of the balance that is promised to work that has not ended.
  reserved bigint not null default 0,
  -- Number of the newest row of the ledger.
  ledger_sequence bigint not null default 0,
  -- The last month (2026-03) whose included credits were granted.
  period text collate "C",
  -- When the next bucket or reservation expires; null: never.
  due_at timestamptz,
  check (reserved >= 0 and reserved <= balance)
);

-- Credits that were granted or bought together; those that expire first are spent first.
create table credit_bucket (
  organization_id uuid not null references organization (id),
  id uuid not null,
  kind credit_kind not null,
  credits_granted bigint not null,
  credits_left bigint not null,
  -- The month of included credits, the order of purchased credits.
  period text collate "C",
  order_id uuid,
  created_at timestamptz not null,
  -- Null: never.
  expires_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, period),
  unique (order_id, organization_id),
  check (credits_left >= 0 and credits_left <= credits_granted)
);
create index credit_bucket_left on credit_bucket (organization_id, expires_at, id)
  where credits_left > 0;

-- What a call or a job may cost, from before its work until it ends, and what it has cost so far.
create table credit_reservation (
  organization_id uuid not null references organization (id),
  reference_type text collate "C" not null,
  -- The id of the call or of the job.
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
  unique (id, organization_id)
);
-- One row for the grant of a month, an order, a refund.
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
  -- Until when a process is assumed to be capturing.
  capturing_until timestamptz,
  capture_id text collate "C",
  -- Why it failed.
  failure text collate "C",
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (organization_id, id)
);
-- One payment pays one order; events of refunds name the payment alone.
create unique index payment_order_capture on payment_order (capture_id) where capture_id is not null;

-- Activity ------------------------------------------------------------------------------------------

-- Imports, releases and jobs of an organization, so that a page of them costs the same however many
-- projects there are.
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
create index activity_project on activity (project_id, type, id, organization_id);
