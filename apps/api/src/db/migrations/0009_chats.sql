-- expand
--
-- Which events a webhook is told of, by locale, and what a chat has been told.

alter table webhook
  -- Null: events about any locale.
  add column locale_tags text[] collate "C",
  -- Whether messages to a chat contain texts.
  add column include_texts boolean not null default false,
  -- The messages that a chat has got in the last hour, oldest first.
  add column sent_messages jsonb not null default '[]';
