-- Changes in the order in which they are numbered ---------------------------------------------------

alter type change_kind add value 'bulk';
alter type change_kind add value 'revert';

-- A writing transaction inserts its change without a number. Once it is committed, a task or the next
-- import or export of the project numbers it: 1, 2, 3… within the project.
alter table change add column number bigint;
create unique index change_number on change (project_id, number) where number is not null;
create index change_unnumbered on change (project_id, id) where number is null;

-- The highest number of a project and the change that has it. Numbering locks the row.
create table change_sequence (
  project_id uuid primary key references project (id),
  last_number bigint not null default 0,
  -- Null: no change has a number yet.
  last_change_id uuid
);

-- Missing values that had a text, and what their history says ---------------------------------------

-- The current version of a value that was made missing again. The next text of the key in the locale
-- takes over the id, goes on with the version numbers and moves this version to the history.
create table cleared_value (
  project_id uuid not null,
  locale_id smallint not null,
  key_id uuid not null,
  id uuid not null,
  version integer not null,
  change_id uuid not null,
  at timestamptz not null,
  primary key (project_id, locale_id, key_id),
  unique (project_id, id),
  foreign key (project_id, key_id) references translation_key (project_id, id),
  foreign key (project_id, locale_id) references locale (project_id, id)
);

-- Without a text: the value was missing at this version.
alter table value_history alter column text drop not null;
alter table value_history alter column state drop not null;
alter table value_history alter column origin drop not null;
alter table value_history add constraint value_history_text
  check ((text is null) = (state is null) and (text is null) = (origin is null));
-- The key's source version that the text was written from; null: not recorded, or no text.
alter table value_history add column source_version integer;

-- Source versions of values written before this time count the changes of another source locale's texts.
alter table project add column source_changed_at timestamptz;

-- Counts and revisions that writers only append to --------------------------------------------------

-- Differences in value_count. A task folds them into the counts; readers add both up.
create table value_count_delta (
  project_id uuid not null,
  locale_id smallint not null,
  state value_state not null,
  origin value_origin not null,
  values_count bigint not null
);
create index value_count_delta_project on value_count_delta (project_id, locale_id);

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
alter table content_revision add column marks_count bigint not null default 1;
alter table content_revision add column marks_xor bigint;
update content_revision
set marks_xor = ('x' || substr(replace(revision::text, '-', ''), 17))::bit(64)::bigint;
alter table content_revision alter column marks_count drop default;
alter table content_revision alter column marks_xor set not null;
alter table content_revision drop column revision;
