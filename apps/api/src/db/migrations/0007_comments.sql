-- expand
--
-- Comments on keys and values, and the people who are told of them
-- (docs/adr/service/0042-comments-are-told-in-their-transaction.md).

create type comment_kind as enum ('comment', 'question');
create type comment_action as enum ('created', 'edited', 'deleted', 'resolved', 'reopened');

create table comment (
  project_id uuid not null,
  id uuid not null,
  -- The first comment of the thread, which has its own id here.
  thread_id uuid not null,
  key_id uuid not null,
  -- Null: the thread is about the key.
  locale_id smallint,
  kind comment_kind not null,
  -- Null: deleted. The row stays for its answers, and for event streams.
  text text collate "C",
  -- People whom the text mentions, and who saw the project when it was written.
  mentioned_ids uuid[] not null default '{}',
  -- A user, also if the comment was written with a personal API key.
  author_id uuid not null,
  author_name text collate "C",
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Number of answers that are not deleted. 0 for an answer.
  answers_count integer not null default 0,
  -- True for a question that nobody has resolved or deleted.
  is_open boolean not null,
  resolved_by_id uuid,
  resolved_by_name text collate "C",
  resolved_at timestamptz,
  -- Renewed by each change of the row, so that event streams find it.
  event_id uuid not null,
  last_action comment_action not null default 'created',
  last_actor_id uuid not null,
  last_actor_name text collate "C",
  primary key (project_id, id),
  foreign key (project_id, key_id) references translation_key (project_id, id),
  foreign key (project_id, locale_id) references locale (project_id, id),
  check (is_open <= (kind = 'question' and text is not null and resolved_at is null))
);
create index comment_key on comment (key_id, project_id, id);
create index comment_author on comment (author_id, project_id, id);
create index comment_mentioned on comment using gin (mentioned_ids);
create index comment_thread on comment (project_id, id)
  where thread_id = id and (text is not null or answers_count > 0);
create index comment_open on comment (project_id, id) include (locale_id, key_id, created_at) where is_open;
create index comment_resolved on comment (project_id, id) where resolved_at is not null;
create index comment_event on comment (project_id, event_id);
create index comment_gone on comment (project_id, event_id) where text is null and answers_count = 0;

-- People who do not want to be told of a thread.
create table comment_mute (
  project_id uuid not null,
  thread_id uuid not null,
  user_id uuid not null,
  muted_at timestamptz not null,
  primary key (project_id, thread_id, user_id),
  foreign key (project_id, thread_id) references comment (project_id, id) on delete cascade
);

create type notification_kind as enum ('mention', 'thread', 'question', 'value', 'sent_back', 'resolved');

-- Comments that a person is told of. Whether the person still sees the project is checked by each read.
create table notification (
  user_id uuid not null references app_user (id),
  id uuid not null,
  kind notification_kind not null,
  organization_id uuid not null,
  project_id uuid not null,
  thread_id uuid not null,
  comment_id uuid not null,
  created_at timestamptz not null,
  read_at timestamptz,
  -- True until a mail tells of it.
  awaits_mail boolean not null,
  -- The mail that tells of it.
  digest_id uuid,
  primary key (user_id, id)
);
create index notification_unread on notification (user_id, id) where read_at is null;
create index notification_thread on notification (user_id, thread_id) where read_at is null;
create index notification_comment on notification (comment_id, user_id);
create index notification_waiting on notification (user_id, id) where awaits_mail;
create index notification_digest on notification (user_id, digest_id) where digest_id is not null;
create index notification_age on notification (created_at, user_id, id);

-- What a person is told, and by mail. A person without a row has never been told anything.
create table inbox (
  user_id uuid primary key references app_user (id),
  -- Renewed by each change of what is unread, so that event streams find it.
  event_id uuid not null,
  -- When the next digest is due. Null: no notification waits for a mail.
  digest_due_at timestamptz,
  digest_at timestamptz,
  -- When a mail last reminded of open questions.
  reminded_at timestamptz,
  -- Signs the links with which a reader of a mail ends mails like it.
  unsubscribe_secret bytea not null
    default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
);
create index inbox_due on inbox (digest_due_at, user_id) where digest_due_at is not null;
